import numpy as np

def unary_encode(value, k, epsilon):
    bits = np.zeros(k, dtype=int)
    bits[value] = 1
    p = np.exp(epsilon / 2) / (1 + np.exp(epsilon / 2))
    keep = np.random.random(k) < p
    return np.where(keep, bits, 1 - bits)

claim = 1
pairs = [(0, 2)]

def release(x):
    return unary_encode(x, 4, 1.0)
