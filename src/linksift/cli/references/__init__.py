"""The commands for single references: `parse`, `normalize`, `resolve`, `compare`, and what they draw."""
