"""The page in a browser: one self-contained file with the model, its clock, the text and the evidence."""
