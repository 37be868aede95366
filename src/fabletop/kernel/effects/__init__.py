"""The language of effects: what cards do, as short programs in words that a game brings."""
