"""Fabletop for learners: batches of games, PettingZoo, Gymnasium and OpenSpiel."""
