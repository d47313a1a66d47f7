import numpy as np
import math

def tree_counter(stream, epsilon):
    T = len(stream)
    levels = math.ceil(math.log2(T)) + 1
    scale = levels / epsilon
    alpha = [0.0] * levels
    alpha_hat = [0.0] * levels
    out = []
    for t in range(1, T + 1):
        i = 0
        while (t >> i) & 1 == 0:
            i += 1
        alpha[i] = sum(alpha[:i]) + stream[t - 1]
        for j in range(i):
            alpha[j] = alpha_hat[j] = 0.0
        alpha_hat[i] = alpha[i] + np.random.laplace(0, scale)
        out.append(sum(alpha_hat[j] for j in range(levels) if (t >> j) & 1))
    return out

claim = 1
pairs = [([1, 0, 1, 1], [1, 1, 1, 1])]

def release(x):
    return tree_counter(x, 1.0)
