import numpy as np

rng = np.random.default_rng()

def release(x):
    """Splits the budget over two answers, which are published by name."""
    epsilon = 1.0
    data = np.asarray(x)
    data = data[~np.isnan(data)]
    total = np.clip(data, 0, 10).sum() + rng.laplace(scale=10 / (epsilon / 2))
    count = data.size + rng.laplace(scale=1 / (epsilon / 2))
    return {"total": total, "count": count}

claim = 1
pairs = [([3.5, 8.0, 2.0], [3.5, 8.0])]
