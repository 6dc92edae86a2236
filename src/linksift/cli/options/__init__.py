"""The options of the commands: their types, their groups in the help, and the options that several commands share."""
