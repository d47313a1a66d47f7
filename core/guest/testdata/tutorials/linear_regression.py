import numpy as np

def suff_stats_regression(X, y, epsilon):
    d = X.shape[1]
    bound = 1.0
    XtX = X.T @ X
    Xty = X.T @ y
    scale = 2 * bound ** 2 * (d * (d + 1) / 2 + d) / epsilon
    noise = np.random.laplace(0, scale, size=(d, d))
    noise = np.triu(noise)
    noise = noise + noise.T - np.diag(np.diag(noise))
    XtX_noisy = XtX + noise + 20 * np.eye(d)
    Xty_noisy = Xty + np.random.laplace(0, scale, size=d)
    return np.linalg.solve(XtX_noisy, Xty_noisy)

claim = 1
pairs = [([[0.5, 1.0, 0.3], [1.0, -0.5, 0.9]], [[0.5, 1.0, 0.3], [-1.0, 0.5, 0.9]])]

def release(rows):
    data = np.array(rows)
    X = np.clip(data[:, :-1], -1, 1)
    y = np.clip(data[:, -1], -1, 1)
    return suff_stats_regression(X, y, 1.0)
