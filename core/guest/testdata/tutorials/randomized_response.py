import random

def randomized_response(truth: bool) -> bool:
    # first coin
    if random.random() < 0.5:
        return truth
    # second coin
    return random.random() < 0.5

claim = 1.0986122886681098
pairs = [(True, False)]

def release(x):
    return randomized_response(x)
