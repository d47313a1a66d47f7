"""An extended Kalman filter in NumPy that adds noise to each position, publishes it and goes on from it.

    verify -d 10 -estimator 'python3 ekf.py 0.9887 4'

The first number is the share of data: 1 adds no noise. The second is of how many steps it publishes.
"""
import os
import sys

import numpy as np

share, published = float(sys.argv[1]), int(sys.argv[2])


def table(name):
    return np.array([[float(v) for v in row.split(",")] for row in os.environ[name].split(";")])


sensors, transition = table("INDISTINCT_SENSORS"), table("INDISTINCT_TRANSITION")
start, spread = table("INDISTINCT_START")[0], float(os.environ["INDISTINCT_SPREAD"])
process, noise = table("INDISTINCT_NOISE")[0]
steps = int(os.environ["INDISTINCT_STEPS"])
Q = np.diag([process**2, process**2, 0, 0])
R = noise**2 * np.eye(2 * len(sensors))


def measure(x):
    """What the sensors read at a state, and the Jacobian of that."""
    t = np.tanh(0.1 * (x[:2] - sensors))
    H = np.zeros((2 * len(sensors), 4))
    H[0::2, 0], H[1::2, 1] = (10 * (1 - t**2)).T
    return 100 * t.ravel(), H


for line in sys.stdin:
    seed, *record = line.split()
    rng = np.random.default_rng(int(seed))  # the same seed and record give the same answer
    y = np.array(record, float).reshape(steps, -1)
    x, P, out = start.copy(), spread**2 * np.eye(4), []
    for k in range(published):
        if k > 0:
            x, P = transition @ x, transition @ P @ transition.T + Q
        expected, H = measure(x)
        K = np.linalg.solve(H @ P @ H.T + R, H @ P).T
        x, P = x + K @ (y[k] - expected), P - K @ H @ P
        x[:2] += (1 - share) / share * rng.random(2)
        out += [x[0], x[1]]
    print(*out, flush=True)
