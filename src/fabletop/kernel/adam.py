"""Fitting weights to what was seen, by Adam: a mean and a variance of the gradient for each weight."""

from math import sqrt

from librt.vecs import vec
from mypy_extensions import i64


class Adam:
    def __init__(self, count: i64) -> None:
        self.gradient = vec[float]([0.0] * count)  # of a batch, added up
        self.mean = vec[float]([0.0] * count)
        self.variance = vec[float]([0.0] * count)
        self.rounds: float = 0.0

    def change(self, weights: vec[float], batch: float, rate: float, pull: float, decay: float) -> None:
        """Change the weights after a batch of so many, and begin another. Weights that nothing speaks for
        shrink: by a `pull` in the gradient, or by a `decay` beside it."""
        self.rounds += 1.0
        early = 1.0 - 0.9**self.rounds
        late = 1.0 - 0.999**self.rounds
        pace = rate * sqrt(late) / early
        gradient = self.gradient
        mean = self.mean
        variance = self.variance
        for i in range(len(weights)):
            g = gradient[i] / batch + pull * weights[i]
            gradient[i] = 0.0
            mean[i] += 0.1 * (g - mean[i])
            variance[i] += 0.001 * (g * g - variance[i])
            weights[i] -= pace * mean[i] / (sqrt(variance[i]) + 1e-8) + rate * decay * weights[i]
