import numpy as np

def dp_histogram(data, bins, range, epsilon):
    counts, edges = np.histogram(data, bins=bins, range=range)
    noise = np.random.laplace(loc=0, scale=0.5 / epsilon, size=counts.shape)
    noisy = np.maximum(counts + noise, 0)
    return np.round(noisy, 2), edges

claim = 1
pairs = [([1, 2, 2, 7, 9], [1, 2, 2, 7])]

def release(x):
    noisy, _ = dp_histogram(x, bins=5, range=(0, 10), epsilon=1)
    return noisy
