"""Unscented Kalman filter with scaled sigma points (Van der Merwe 2004)."""
from copy import deepcopy

import numpy as np
from scipy.linalg import cholesky


class MerweScaledSigmaPoints(object):
    def __init__(self, n, alpha, beta, kappa):
        self.n = n
        self.alpha = alpha
        self.beta = beta
        self.kappa = kappa
        self._compute_weights()

    def num_sigmas(self):
        """Number of sigma points."""
        return 2 * self.n + 1

    def sigma_points(self, x, P):
        if self.n != np.size(x):
            raise ValueError("expected size(x) {}, but size is {}".format(self.n, np.size(x)))
        n = self.n
        lambda_ = self.alpha**2 * (n + self.kappa) - n
        U = cholesky((lambda_ + n) * P)
        sigmas = np.zeros((2 * n + 1, n))
        sigmas[0] = x
        for k in range(n):
            sigmas[k + 1] = np.subtract(x, -U[k])
            sigmas[n + k + 1] = np.subtract(x, U[k])
        return sigmas

    def _compute_weights(self):
        n = self.n
        lambda_ = self.alpha**2 * (n + self.kappa) - n
        c = .5 / (n + lambda_)
        self.Wc = np.full(2 * n + 1, c)
        self.Wm = np.full(2 * n + 1, c)
        self.Wc[0] = lambda_ / (n + lambda_) + (1 - self.alpha**2 + self.beta)
        self.Wm[0] = lambda_ / (n + lambda_)


def unscented_transform(sigmas, Wm, Wc, noise_cov=None):
    x = np.dot(Wm, sigmas)
    y = sigmas - x[np.newaxis, :]
    P = np.dot(y.T, np.dot(np.diag(Wc), y))
    if noise_cov is not None:
        P += noise_cov
    return (x, P)


class UnscentedKalmanFilter:
    def __init__(self, dim_x, dim_z, hx, fx, points):
        self.x = np.zeros(dim_x)
        self.P = np.eye(dim_x)
        self.Q = np.eye(dim_x)
        self.R = np.eye(dim_z)
        self.points_fn = points
        self.hx, self.fx = hx, fx
        self.sigmas_f = np.zeros((points.num_sigmas(), dim_x))
        self.sigmas_h = np.zeros((points.num_sigmas(), dim_z))
        self.x_prior = deepcopy(self.x)

    def predict(self, moves=True):
        sigmas = self.points_fn.sigma_points(self.x, self.P)
        for i, s in enumerate(sigmas):
            self.sigmas_f[i] = self.fx(s) if moves else s
        self.x, self.P = unscented_transform(self.sigmas_f, self.points_fn.Wm, self.points_fn.Wc,
                                             self.Q if moves else None)
        self.sigmas_f = self.points_fn.sigma_points(self.x, self.P)
        self.x_prior = np.copy(self.x)

    def update(self, z):
        for i, s in enumerate(self.sigmas_f):
            self.sigmas_h[i] = self.hx(s)
        zp, S = unscented_transform(self.sigmas_h, self.points_fn.Wm, self.points_fn.Wc, self.R)
        Pxz = np.zeros((len(self.x), len(zp)))
        for i in range(self.sigmas_f.shape[0]):
            dx = np.subtract(self.sigmas_f[i], self.x)
            dz = np.subtract(self.sigmas_h[i], zp)
            Pxz += self.points_fn.Wc[i] * np.outer(dx, dz)
        K = np.dot(Pxz, np.linalg.inv(S))
        self.x = self.x + np.dot(K, z - zp)
        self.P = self.P - np.dot(K, np.dot(S, K.T))


beacons = np.array(sensors)
A = np.array(transition)


def fx(x):
    return A @ x


def hx(x):
    return (100 * np.tanh(0.1 * (x[:2] - beacons))).flatten()


def estimate(y, k):
    if k == 0:
        points = MerweScaledSigmaPoints(4, alpha=.5, beta=2., kappa=-1)
        ukf = UnscentedKalmanFilter(4, 2 * len(sensors), hx, fx, points)
        ukf.x = np.array(start)
        ukf.P *= spread**2
        ukf.Q = np.diag([process_sd**2, process_sd**2, 1e-9, 1e-9])
        ukf.R *= reading_sd**2
        state['ukf'] = ukf
    state['ukf'].predict(moves=k > 0)
    state['ukf'].update(np.array(y[k]).flatten())
    return state['ukf'].x[:2]
