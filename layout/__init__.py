"""From text to plan: exact numbers (`Fraction`, in 尺) with their evidence, no meshes, no floats before a drawing."""
