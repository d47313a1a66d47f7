import numpy as np

options = ["red", "green", "blue"]

def exponential(x, score, sensitivity, epsilon):
    scores = np.array([score(x, option) for option in options])
    probabilities = np.exp(epsilon * (scores - scores.max()) / (2 * sensitivity))
    probabilities = probabilities / np.linalg.norm(probabilities, ord=1)
    return np.random.choice(options, 1, p=probabilities)[0]

claim = 1
pairs = [([3, 5, 4], [4, 4, 3])]

def release(counts):
    return exponential(counts, lambda x, o: x[options.index(o)], 1, 1)
