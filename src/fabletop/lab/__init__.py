"""Many games at once: simulation, soak tests, measurements."""
