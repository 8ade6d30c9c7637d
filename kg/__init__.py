"""A typed knowledge graph of methods, datasets and tasks from paper abstracts."""

__version__ = "0.1.0"
