"""What a person sees: the window, off-screen pictures and films, the page for a browser."""
