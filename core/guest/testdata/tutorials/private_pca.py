import numpy as np

def analyze_gauss(X, epsilon, delta):
    n, d = X.shape
    norms = np.linalg.norm(X, axis=1)
    X = X / np.maximum(norms, 1.0)[:, np.newaxis]
    sigma = np.sqrt(2 * np.log(1.25 / delta)) / epsilon
    A = X.T @ X
    E = np.random.normal(0, sigma, (d, d))
    upper = np.triu(E)
    noisy = A + upper + upper.T - np.diag(np.diag(upper))
    values, vectors = np.linalg.eigh(noisy)
    return vectors[:, -1]

claim = (1, 1e-5)
pairs = [([[1.0, 0.0], [0.9, 0.1]], [[1.0, 0.0], [0.0, 1.0]])]

def release(x):
    v = analyze_gauss(np.array(x), 1.0, 1e-5)
    return v if v[0] >= 0 else -v
