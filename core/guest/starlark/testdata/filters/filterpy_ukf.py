import numpy as np
from filterpy.kalman import MerweScaledSigmaPoints, UnscentedKalmanFilter
from filterpy.common import Q_discrete_white_noise

points = MerweScaledSigmaPoints(4, alpha=.1, beta=2., kappa=-1)
kf = UnscentedKalmanFilter(dim_x=4, dim_z=2, dt=dt, fx=lambda x, dt: np.array(transition) @ x, hx=lambda x: x[:2],
                           points=points)
kf.Q = Q_discrete_white_noise(2, dt=dt, var=0.01, block_size=2)


def estimate(y, k):
    kf.predict()
    kf.update(np.mean(y[k], axis=0))
    return kf.x[:2]
