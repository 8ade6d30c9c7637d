"""The way from files to a graph: readers, extraction, resolution and the graph directory, put together."""
