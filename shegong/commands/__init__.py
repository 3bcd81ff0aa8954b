"""One module a subcommand; each holds a click command named `command`."""
