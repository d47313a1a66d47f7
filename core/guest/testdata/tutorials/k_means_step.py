import numpy as np

def kmeans_step(points, centers, epsilon):
    k, d = centers.shape
    sums = np.zeros((k, d))
    counts = np.zeros(k)
    for p in points:
        nearest = np.argmin([np.linalg.norm(p - c) for c in centers])
        sums[nearest] += p
        counts[nearest] += 1
    counts = counts + np.random.laplace(0, 2 / epsilon, k)
    sums = sums + np.random.laplace(0, 2 * d / epsilon, (k, d))
    return sums / np.maximum(counts, 1.0)[:, None]

claim = 1
pairs = [([[0.1, 0.2], [0.9, 0.8]], [[0.1, 0.2]])]

def release(x):
    centers = np.array([[0.0, 0.0], [1.0, 1.0]])
    return kmeans_step(np.clip(np.array(x), 0, 1), centers, 1.0)
