import numpy as np

C = 1.0
noise_multiplier = 1.0
lr = 0.1

def per_example_gradient(w, x, y):
    return 2 * (w @ x - y) * x

def step(w, X, y):
    total = np.zeros_like(w)
    for xi, yi in zip(X, y):
        g = per_example_gradient(w, xi, yi)
        g = g / max(1.0, np.linalg.norm(g) / C)
        total += g
    total += np.random.normal(0, noise_multiplier * C, size=w.shape)
    return w - lr * total / len(X)

claim = gdp(1)
data = [[1.0, 0.0, 1.0], [0.5, 2.0, 0.0], [0.0, 1.0, 3.0]]
pairs = [(data, [[1.0, 0.0, 1.0], [0.5, 2.0, 0.0], [0.0, 0.0, 0.0]])]

def release(rows):
    rows = np.array(rows)
    X, y = rows[:, :2], rows[:, 2]
    w = np.zeros(2)
    return step(w, X, y)
