"""Interacting multiple models by classes that inherit."""
from abc import ABC, abstractmethod

import numpy as np
import numpy.linalg as la


class Filter(ABC):
    @abstractmethod
    def predict(self):
        raise NotImplementedError()


class Kalman(Filter):
    def __init__(self, x, P, F, Q):
        super().__init__()
        self.x, self.P, self.F, self.Q = x, P, F, Q

    def predict(self):
        self.x = self.F @ self.x
        self.P = self.F @ self.P @ self.F.T + self.Q

    def __add__(self, other):
        return self.x + other.x


def estimate(y, k):
    try:
        f = state["imm"]
    except KeyError:
        f = state["imm"] = Kalman(np.array(start), spread**2 * np.eye(4), np.array(transition), 0.1 * np.eye(4))
    f.predict()
    return np.einsum("i->i", f.x)[:2]
