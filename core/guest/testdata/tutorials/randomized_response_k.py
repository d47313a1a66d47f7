import math
import random

def k_rr(value, domain, epsilon):
    k = len(domain)
    p = math.exp(epsilon) / (math.exp(epsilon) + k - 1)
    if random.random() <= p:
        return value
    others = [v for v in domain if v != value]
    return random.choice(others)

claim = 1
pairs = [("tea", "coffee")]

def release(x):
    return k_rr(x, ["tea", "coffee", "water", "milk"], 1.0)
