import math
import numpy as np

def two_sided_geometric(epsilon, size=None):
    p = 1 - math.exp(-epsilon)
    return np.random.geometric(p, size=size) - np.random.geometric(p, size=size)

claim = 1
pairs = [([3, 5], [4, 5])]

def release(counts):
    return np.array(counts) + two_sided_geometric(1.0, size=len(counts))
