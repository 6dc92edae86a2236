"""Drop-ins for the linkifiers of other frameworks. Each module imports its framework, and no other room imports it."""
