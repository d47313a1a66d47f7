"""ekf.py by FilterPy's ExtendedKalmanFilter.

Tried with the class of filterpy/kalman/EKF.py at d0ae86d, which gave the numbers of ekf.py; the whole package was not at
hand.
"""
import sys

from filterpy.kalman import ExtendedKalmanFilter

from ekf import P0, Q, R, answer, measure, start, transition


class EKF(ExtendedKalmanFilter):
    def __init__(self):
        super().__init__(dim_x=4, dim_z=len(R))
        self.x, self.P, self.F, self.Q, self.R = start, P0, transition, Q, R

    def update(self, y):
        super().update(y, HJacobian=lambda x: measure(x)[1], Hx=lambda x: measure(x)[0])


answer(EKF, float(sys.argv[1]), int(sys.argv[2]))
