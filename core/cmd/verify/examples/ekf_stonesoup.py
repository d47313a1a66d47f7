"""ekf.py by Stone Soup's ExtendedKalmanPredictor and ExtendedKalmanUpdater.

Written by predictor/kalman.py and updater/kalman.py at 0376ce0 and tried with a stand-in for them; the package was not at
hand.
"""
import datetime
import sys

import numpy as np
from stonesoup.models.measurement.nonlinear import NonLinearGaussianMeasurement
from stonesoup.models.transition.linear import LinearGaussianTimeInvariantTransitionModel
from stonesoup.predictor.kalman import ExtendedKalmanPredictor
from stonesoup.types.array import StateVector
from stonesoup.types.detection import Detection
from stonesoup.types.hypothesis import SingleHypothesis
from stonesoup.types.prediction import GaussianStatePrediction
from stonesoup.updater.kalman import ExtendedKalmanUpdater

from ekf import P0, Q, R, answer, measure, start, transition


class Sensors(NonLinearGaussianMeasurement):
    ndim_meas = len(R)

    def function(self, state, noise=False, **kwargs):
        return StateVector(measure(np.ravel(state.state_vector).astype(float))[0])

    def jacobian(self, state, **kwargs):
        return measure(np.ravel(state.state_vector).astype(float))[1]


predictor = ExtendedKalmanPredictor(LinearGaussianTimeInvariantTransitionModel(
    transition_matrix=transition, covariance_matrix=Q))
updater = ExtendedKalmanUpdater(Sensors(ndim_state=4, mapping=(0, 1), noise_covar=R))


class EKF:
    def __init__(self):
        self.time = datetime.datetime(2000, 1, 1)
        self.state = GaussianStatePrediction(StateVector(start), P0, timestamp=self.time)

    @property
    def x(self):
        return np.ravel(self.state.state_vector).astype(float)

    @x.setter
    def x(self, x):
        self.state = GaussianStatePrediction(StateVector(x), self.state.covar, timestamp=self.time)

    def predict(self):
        self.time += datetime.timedelta(seconds=1)  # the transition is the same, however long a step is
        self.state = predictor.predict(self.state, timestamp=self.time)

    def update(self, y):
        detection = Detection(StateVector(y), timestamp=self.time)
        self.state = updater.update(SingleHypothesis(self.state, detection))


answer(EKF, float(sys.argv[1]), int(sys.argv[2]))
