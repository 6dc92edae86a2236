"""Drop-ins for the linkifiers of other frameworks, and functions for columns of data frames and databases."""
