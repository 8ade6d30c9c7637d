"""Resolution: one thing, one node, and the reason why."""

from kg.resolve.build import Merge, Resolution, build_graph
from kg.resolve.explain import Explanation, Neighbour, explain

__all__ = ["Explanation", "Merge", "Neighbour", "Resolution", "build_graph", "explain"]
