import numpy as np

def dp_var(array, epsilon, bounds):
    lower, upper = bounds
    array = np.clip(array, lower, upper)
    n = array.size
    sensitivity = ((upper - lower) / n) ** 2 * (n - 1)
    noisy = np.var(array) + np.random.laplace(scale=sensitivity / epsilon)
    return max(noisy, 0.0)

claim = 1
pairs = [([1, 2, 3, 10, 4], [1, 2, 3, 0, 4])]

def release(x):
    return dp_var(np.array(x), epsilon=1.0, bounds=(0, 10))
