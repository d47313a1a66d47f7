import numpy as np
from numba import njit

N = 500


@njit
def weights(particles, z, S):
    w = np.empty(len(particles))
    for i in range(len(particles)):
        with np.errstate(under="ignore"):
            w[i] = np.exp(-0.5 * np.sum((z - 100 * np.tanh(0.1 * (particles[i] - S))) ** 2))
    return w / np.sum(w)


def estimate(y, k):
    def draw():
        yield np.random.randn(N, 2)
    particles = next(draw()) + start[:2]
    w = weights(particles, np.array(y[k]), np.array(sensors))
    del particles
    return w[0], w[1]
