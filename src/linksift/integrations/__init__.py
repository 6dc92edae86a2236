"""Drop-ins for the linkifiers of other frameworks. Each module imports its framework, which no other room does."""
