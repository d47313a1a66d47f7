import numpy as np

def report_noisy_max(scores, sensitivity, epsilon):
    # One exponential draw a score, and only the index is published.
    noisy = [s + np.random.exponential(scale=2 * sensitivity / epsilon) for s in scores]
    return np.argmax(noisy)

claim = 1
pairs = query_pairs(4)

def release(scores):
    return int(report_noisy_max(scores, 1.0, 1.0))
