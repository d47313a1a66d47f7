"""A g-h filter for each coordinate on the position that the sensors' readings give."""
import math


class GHFilter:
    def __init__(self, x, dx, dt, g, h):
        self.x, self.dx, self.dt, self.g, self.h = x, dx, dt, g, h
        self.x_prediction = self.dx_prediction = x
        self.y = 0.

    def update(self, z, g=None, h=None):
        if g is None:
            g = self.g
        if h is None:
            h = self.h
        self.dx_prediction = self.dx
        self.x_prediction = self.x + (self.dx * self.dt)
        self.y = z - self.x_prediction
        self.dx = self.dx_prediction + h * self.y / self.dt
        self.x = self.x_prediction + g * self.y
        return (self.x, self.dx)

    def __repr__(self):
        return '\n'.join(['GHFilter object', 'x = %s' % self.x, 'dx = %.3f' % self.dx])


def position(readings, axis):
    places = []
    for (q, r) in zip(sensors, readings):
        level = max(-0.999, min(0.999, r[axis] / 100))
        places.append((1 - level * level, q[axis] + 10 * math.atanh(level)))
    total = sum(w for w, _ in places)
    return sum(w * p for w, p in places) / total


def estimate(y, k):
    if k == 0:
        state["filters"] = [GHFilter(x=start[a], dx=start[2 + a], dt=dt, g=0.8, h=0.2) for a in range(2)]
    return [f.update(position(y[k], a))[0] for a, f in enumerate(state["filters"])]
