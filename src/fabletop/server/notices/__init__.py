"""Being told: who plays over days and does not look hears that it is their turn."""
