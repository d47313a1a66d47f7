import math
import numpy as np

def gaussian_mechanism(value, sensitivity, epsilon, delta):
    assert 0 < epsilon <= 1, "classical calibration"
    sigma = math.sqrt(2 * math.log(1.25 / delta)) * sensitivity / epsilon
    return value + np.random.normal(0, sigma)

claim = (0.8, 1e-5)
pairs = [(10, 11)]

def release(x):
    return gaussian_mechanism(x, 1, 0.8, 1e-5)
