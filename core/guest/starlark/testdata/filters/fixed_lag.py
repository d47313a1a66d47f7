"""Fixed-lag smoother: a Kalman filter forward, Rauch, Tung and Striebel's recursion back over a lag."""
import numpy as np
from numpy.linalg import inv, pinv
from typing import List, Tuple

lag = 2


class FixedLagSmoother(object):
    """Smooths the last N steps at each new one."""

    def __init__(self, F: np.ndarray, Q: np.ndarray, N: int = 2):
        self.F, self.Q, self.N = F, Q, N
        self.xs: List[np.ndarray] = []
        self.Ps: List[np.ndarray] = []

    def step(self, z: np.ndarray, R: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        H = np.eye(2, 4)
        if len(self.xs) == 0:
            x, P = np.array(start), spread**2 * np.eye(4)
        else:
            x, P = self.F @ self.xs[-1], self.F @ self.Ps[-1] @ self.F.T + self.Q
        S = H @ P @ H.T + R
        K = P @ H.T @ inv(S)
        x = x + K @ (z - H @ x)
        P = (np.eye(4) - K @ H) @ P
        self.xs += [x]
        self.Ps += [P]
        xs, Ps = x, P
        for x, P in zip(self.xs[-2:-self.N - 2:-1], self.Ps[-2:-self.N - 2:-1]):
            Pp = self.F @ P @ self.F.T + self.Q
            G = P @ self.F.T @ pinv(Pp)
            xs, Ps = x + G @ (xs - self.F @ x), P + G @ (Ps - Pp) @ G.T
        return xs, Ps


S = np.array(sensors)


def fix(readings):
    """The position and its covariance, weighted by how steep a sensor's curve is there."""
    level = np.clip(np.array(readings) / 100, -0.999, 0.999)
    w = (10 * (1 - level**2) / reading_sd) ** 2
    places = S + 5 * np.log((1 + level) / (1 - level))
    return (w * places).sum(axis=0) / w.sum(axis=0), np.diag(1 / w.sum(axis=0))


def estimate(y, k):
    if "smoother" not in state:
        state["smoother"] = FixedLagSmoother(np.array(transition), np.diag([process_sd**2] * 2 + [1e-9] * 2), N=lag)
    z, R = fix(y[k])
    x, _ = state["smoother"].step(z, R)
    return x[:2]
