import numpy as np

def distance_to_instability(data):
    x = sorted(data)
    m = len(x) // 2
    gap = min(x[m] - x[m - 1], x[m + 1] - x[m])
    return 0 if gap > 1 else 1

def ptr(data, epsilon, delta):
    d = distance_to_instability(data) + np.random.laplace(0, 1 / epsilon)
    if d < np.log(1 / (2 * delta)) / epsilon:
        return "no answer"
    return str(round(np.median(data) + np.random.laplace(0, 1 / epsilon)))

claim = (2, 1e-3)
pairs = [([1, 2, 3, 4, 5], [1, 2, 4, 4, 5])]

def release(x):
    return ptr(x, 1.0, 1e-3)
