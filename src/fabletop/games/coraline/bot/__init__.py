"""How to play Coraline well; nothing in the rules knows of it."""
