import numpy as np

def dp_median(data, lo, hi, epsilon):
    x = np.sort(np.clip(data, lo, hi))
    x = np.concatenate(([lo], x, [hi]))
    n = len(x) - 2
    widths = np.diff(x)
    ranks = np.arange(len(widths))
    utility = -np.abs(ranks - n / 2)
    log_w = np.where(widths > 0, np.log(np.maximum(widths, 1e-300)), -np.inf) + epsilon * utility / 2
    w = np.exp(log_w - np.max(log_w))
    i = np.random.choice(len(w), p=w / w.sum())
    return np.random.uniform(x[i], x[i + 1])

claim = 1
pairs = [([1.0, 4.0, 6.0, 9.0], [1.0, 4.0, 2.0, 9.0])]

def release(x):
    return dp_median(x, 0.0, 10.0, 1.0)
