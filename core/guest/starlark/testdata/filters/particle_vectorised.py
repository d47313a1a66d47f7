"""Bootstrap particle filter, vectorised over particles and sensors."""
import numpy as np

N = 200
rng = np.random.default_rng()
landmarks = np.array(sensors)
F = np.asarray(transition)


def systematic_resample(weights):
    positions = (rng.random() + np.arange(N)) / N
    cumulative_sum = np.cumsum(weights)
    cumulative_sum[-1] = 1.0
    return np.searchsorted(cumulative_sum, positions)


def neff(weights):
    return 1. / np.sum(np.square(weights))


def estimate(y, k):
    if k == 0:
        particles = np.array(start) + spread * rng.normal(size=(N, 4))
        weights = np.ones(N) / N
    else:
        particles, weights = state["particles"], state["weights"]
        particles = particles @ F.T
        particles[:, :2] += process_sd * rng.standard_normal((N, 2))
    z = np.array(y[k])
    innovation = z[None] - 100 * np.tanh(0.1 * (particles[:, None, :2] - landmarks[None]))
    loglik = -0.5 * np.sum(innovation ** 2, axis=(2)).sum(axis=1) / reading_sd ** 2
    weights = weights * np.exp(loglik - loglik.max(keepdims=True))
    weights /= weights.sum()
    mean = np.average(particles[:, :2], weights=weights, axis=0)
    if neff(weights) < N / 2:
        index = systematic_resample(weights)
        particles, weights = particles[index], np.full(N, 1 / N)
    state["particles"], state["weights"] = particles, weights
    return mean
