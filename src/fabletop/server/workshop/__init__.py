"""The workshop: editions that people make, kept, checked, tried and studied in the house."""
