"""A Kalman filter as a data class, on positions from least squares; publishes with Laplace noise."""
from dataclasses import dataclass, field

import numpy as np


@dataclass
class Gaussian:
    mean: np.ndarray
    cov: np.ndarray

    @property
    def trace(self) -> float:
        return float(np.trace(self.cov))


@dataclass
class KalmanFilter:
    F: np.ndarray
    H: np.ndarray
    Q: np.ndarray
    R: np.ndarray
    belief: Gaussian
    history: list = field(default_factory=list)

    def predict(self) -> None:
        b = self.belief
        self.belief = Gaussian(self.F @ b.mean, self.F @ b.cov @ self.F.T + self.Q)

    def update(self, z: np.ndarray) -> Gaussian:
        b = self.belief
        innovation = z - self.H @ b.mean
        S = self.H @ b.cov @ self.H.T + self.R
        K = np.linalg.solve(S, self.H @ b.cov).T
        self.belief = Gaussian(mean=b.mean + K @ innovation, cov=b.cov - K @ S @ K.T)
        self.history.append(self.belief.trace)
        return self.belief


def locate(readings):
    q = np.array(sensors)
    level = np.clip(np.array(readings) / 100.0, -0.99, 0.99)
    return np.median(q + 10 * np.arctanh(level), axis=0)


def estimate(y, k):
    if k == 0:
        state["kf"] = KalmanFilter(
            F=np.array(transition), H=np.hstack((np.eye(2), np.zeros((2, 2)))),
            Q=np.diag([process_sd**2, process_sd**2, 0, 0]), R=0.01 * np.eye(2),
            belief=Gaussian(np.array(start), spread**2 * np.eye(4)))
    else:
        state["kf"].predict()
    assert len(state["kf"].history) == k, f"step {k}"
    return state["kf"].update(locate(y[k])).mean[:2]


def publish(x, k):
    return x + np.random.laplace(scale=noise, size=2)
