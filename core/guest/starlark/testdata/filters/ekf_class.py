"""Extended Kalman filter, one class with predict and update."""
import numpy as np


class ExtendedKalmanFilter:
    def __init__(self, dim_x, dim_z):
        self.x = np.zeros((dim_x, 1))
        self.P = np.eye(dim_x)
        self.F = np.eye(dim_x)
        self.Q = np.eye(dim_x)
        self.R = np.eye(dim_z)
        self._I = np.eye(dim_x)

    def predict(self):
        self.x = np.dot(self.F, self.x)
        self.P = self.F @ self.P @ self.F.T + self.Q

    def update(self, z, HJacobian, Hx):
        H = HJacobian(self.x)
        y = z - Hx(self.x)
        PHT = self.P @ H.T
        S = H @ PHT + self.R
        K = PHT @ np.linalg.inv(S)
        self.x += K @ y
        I_KH = self._I - K @ H
        self.P = I_KH @ self.P @ I_KH.T + K @ self.R @ K.T


S = np.array(sensors)


def hx(x):
    return (100 * np.tanh(0.1 * (x[:2].T - S))).reshape(-1, 1)


def jacobian(x):
    t = np.tanh(0.1 * (x[:2].T - S))
    H = np.zeros((2 * len(S), 4))
    H[0::2, 0] = 10 * (1 - t[:, 0] ** 2)
    H[1::2, 1] = 10 * (1 - t[:, 1] ** 2)
    return H


def estimate(y, k):
    if k == 0:
        f = ExtendedKalmanFilter(dim_x=4, dim_z=2 * len(S))
        f.x = np.array([start]).T
        f.P *= spread ** 2
        f.F = np.array(transition)
        f.Q = np.diag([process_sd ** 2, process_sd ** 2, 0.0, 0.0])
        f.R *= reading_sd ** 2
        state["filter"] = f
    f = state["filter"]
    if k > 0:
        f.predict()
    f.update(np.array(y[k]).reshape(-1, 1), jacobian, hx)
    return f.x[0, 0], f.x[1, 0]
