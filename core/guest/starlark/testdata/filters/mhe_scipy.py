import jax.numpy as jnp
import numpy as np
from functools import partial
from scipy.optimize import least_squares

S = np.array(sensors)


def cost(x, z):
    return (z - 100 * np.tanh(0.1 * (x[:2] - S))).ravel()


def estimate(y, k):
    global last
    sol = least_squares(partial(cost, z=np.array(y[k])), np.array(start), method="lm")
    last = sol.x
    return sol.x[:2]
