"""How the inputs are worked through: what the arguments lead to, in one process or several, with progress shown."""
