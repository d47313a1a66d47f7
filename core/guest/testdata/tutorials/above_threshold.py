import numpy as np

def above_threshold(queries, T, epsilon):
    T_hat = T + np.random.laplace(loc=0, scale=2 / epsilon)
    for idx, q in enumerate(queries):
        nu_i = np.random.laplace(loc=0, scale=4 / epsilon)
        if q + nu_i >= T_hat:
            return idx
    return None

claim = 1
pairs = query_pairs(5)

def release(x):
    idx = above_threshold(x, 2, 1.0)
    return -1 if idx is None else idx
