import random

def laplace_noise(scale):
    return scale * (random.expovariate(1.0) - random.expovariate(1.0))

def sparse(queries, c, T, epsilon):
    out, count = [], 0
    eps1 = eps2 = epsilon / 2
    rho = laplace_noise(c / eps1)
    for q in queries:
        if count >= c:
            break
        if q + laplace_noise(2 * c / eps2) >= T + rho:
            out.append(True)
            count += 1
            rho = laplace_noise(c / eps1)
        else:
            out.append(False)
    return out

claim = 1
pairs = query_pairs(4)

def release(x):
    return sparse(x, c=2, T=1, epsilon=1)
