import numpy as np

EPSILON = 1.0
LOWER, UPPER = 0.0, 100.0

def dp_mean(values, lower=LOWER, upper=UPPER, epsilon=EPSILON):
    clipped = np.clip(values, lower, upper)
    n = len(clipped)
    sensitivity = (upper - lower) / n
    return clipped.mean() + np.random.laplace(0, sensitivity / epsilon)

claim = EPSILON
pairs = [([20, 40, 60, 300], [20, 40, 60, -50])]

def release(x):
    return dp_mean(np.array(x, dtype=float))
