"""The state of a journal: a pure fold of its events, and nothing else."""

from app.domain.fold.apply import Folding, apply, fold

__all__ = ["Folding", "apply", "fold"]
