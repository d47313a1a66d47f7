from random import gauss
import statistics

def noisy_mean(values, sigma):
    clipped = [min(max(v, 0.0), 1.0) for v in values]
    return statistics.mean(clipped) + gauss(mu=0, sigma=sigma)

claim = gdp(1)
pairs = [([0.2, 0.4, 1.7], [0.2, 0.4, -3.0])]

def release(x):
    return noisy_mean(x, 1 / 3)
