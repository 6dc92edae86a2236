"""The options of the commands: their types, their groups in the help, and those that several commands share."""
