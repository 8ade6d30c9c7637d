"""Training of the extraction model (extra `train`)."""

from kg.extract.train.recipe import TrainingPlan, train_model

__all__ = ["TrainingPlan", "train_model"]
