"""Stochastic ensemble Kalman filter (Evensen 2003)."""
import numpy as np


class EnsembleKalmanFilter:
    def __init__(self, x, P, dim_z, N, hx, fx):
        if dim_z <= 0:
            raise ValueError('dim_z must be greater than zero')
        if N <= 0:
            raise ValueError('N must be greater than zero')
        self.dim_x, self.dim_z, self.N = len(x), dim_z, N
        self.hx, self.fx = hx, fx
        self.sigmas = np.random.multivariate_normal(mean=x, cov=P, size=N)
        self.x = np.mean(self.sigmas, axis=0)
        self._mean_z = np.zeros(dim_z)

    def update(self, z, R):
        N = self.N
        sigmas_h = np.array([self.hx(s) for s in self.sigmas])
        z_mean = np.mean(sigmas_h, axis=0)
        A = self.sigmas - self.sigmas.mean(axis=0, keepdims=True)
        Y = sigmas_h - z_mean
        P_zz = Y.T @ Y / (N - 1) + R
        P_xz = A.T @ Y / (N - 1)
        K = np.dot(P_xz, np.linalg.inv(P_zz))
        e_r = np.random.multivariate_normal(self._mean_z, R, N)
        self.sigmas = self.sigmas + (z + e_r - sigmas_h) @ K.T
        self.x = np.mean(self.sigmas, axis=0)

    def predict(self, Q):
        e = np.random.multivariate_normal(np.zeros(self.dim_x), Q, self.N)
        self.sigmas = np.array([self.fx(s) for s in self.sigmas]) + e
        self.x = np.mean(self.sigmas, axis=0)


S = np.array(sensors)
A = np.array(transition)
Q = np.diag([process_sd**2, process_sd**2, 1e-9, 1e-9])
R = reading_sd**2 * np.eye(2 * len(S))


def estimate(y, k):
    if k == 0:
        state["enkf"] = EnsembleKalmanFilter(np.array(start), spread**2 * np.eye(4), 2 * len(S), 60,
                                             lambda s: (100 * np.tanh(0.1 * (s[:2] - S))).ravel(), lambda s: A @ s)
    else:
        state["enkf"].predict(Q)
    state["enkf"].update(np.array(y[k]).ravel(), R)
    return state["enkf"].x[:2]
