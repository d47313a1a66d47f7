import random
import math

class_names = ["a", "b", "c", "d"]

def bloom(value, m=8, h=2):
    bits = [0] * m
    for j in range(h):
        bits[(hash(value) + 31 * j) % m] = 1
    return bits

def permanent(bits, f):
    out = []
    for b in bits:
        u = random.random()
        if u < f / 2:
            out.append(1)
        elif u < f:
            out.append(0)
        else:
            out.append(b)
    return out

f = 0.5
claim = 2 * 2 * math.log((1 - f / 2) / (f / 2))
pairs = [("a", "b")]

def release(x):
    return permanent(bloom(x), f)
