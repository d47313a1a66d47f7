"""Moving-horizon estimation: Gauss-Newton steps by numpy.linalg.lstsq over a window."""
from collections import deque

import numpy as np

HORIZON = 4
S = np.array(sensors)
A = np.array(transition)


def residual(x0, window):
    r, x = [], x0
    for j, z in enumerate(window):
        if j > 0:
            x = A @ x
        r.append((z - 100 * np.tanh(0.1 * (x[:2] - S)).ravel()) / reading_sd)
    return np.concatenate(r)


def numerical_jacobian(f, x, eps=1e-6):
    f0 = f(x)
    J = np.zeros((f0.size, x.size))
    for i in range(x.size):
        dx = np.zeros(x.size)
        dx[i] = eps
        J[:, i] = (f(x + dx) - f0) / eps
    return J


def estimate(y, k):
    if k == 0:
        state["window"], state["x"] = deque(maxlen=HORIZON), np.array(start, dtype=float)
    window = state["window"]
    if len(window) == window.maxlen:
        state["x"] = A @ state["x"]  # the window moves on
    window.append(np.array(y[k]).ravel())
    x = state["x"]
    prior = x.copy()
    for it in range(20):
        f = lambda v: np.hstack([residual(v, window), (v - prior) / spread])
        step, *_ = np.linalg.lstsq(numerical_jacobian(f, x), -f(x), rcond=None)
        x = x + step
        if (size := np.linalg.norm(step)) < 1e-10:
            break
    state["x"] = x
    for _ in range(len(window) - 1):
        x = A @ x
    return x[:2]
