"""What `shegong render` draws: pictures, films, sheets."""
