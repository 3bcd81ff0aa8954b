"""What things look like in 3D: builders of solids, figures and poses, the scene, glTF and the other exports."""
