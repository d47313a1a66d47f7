import numpy as np

def laplace_mechanism(true_value: float, sensitivity: float, epsilon: float) -> float:
    """Adds Laplace noise calibrated to sensitivity / epsilon."""
    scale = sensitivity / (2 * epsilon)
    return true_value + np.random.laplace(loc=0.0, scale=scale)

def count_query(data, predicate):
    return sum(1 for row in data if predicate(row))

claim = 1.0
pairs = [([34, 51, 17, 68], [34, 51, 17])]

def release(ages):
    return laplace_mechanism(count_query(ages, lambda a: a >= 18 and a < 99), 1, epsilon=1.0)

if __name__ == "__main__":
    print(f"noisy count: {release([34, 51]):.2f}")
