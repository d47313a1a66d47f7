# What of NumPy, and of filters and fits, is written in the language of programs itself: on
# arrays, whose operations, sums, products and factors are the interpreter's.

def arange(start, stop=None, step=1):
    start, stop = (0, start) if stop == None else (start, stop)
    if not isfinite(start + stop + step):
        wrong("guest.unlike")
    return start + count(ceil((stop - start) / step)) * step
def ones(shape, dtype=float): return zeros(shape, dtype) + array(1, dtype)
def full(shape, fill_value, dtype=None): return array(select(zeros(shape), fill_value, fill_value), dtype)
def zeros_like(a, dtype=None): return array(like(zeros(shape(a)), a), dtype)
def ones_like(a, dtype=None): return array(like(zeros(shape(a)) + 1, a), dtype)
def full_like(a, fill_value, dtype=None):
    out = zeros_like(a, dtype)
    out[arange(len(out))] = fill_value
    return out
def ndim(a): return len(shape(a))
def eye(N, M=None, k=0, dtype=float): return array(arange(N)[:, None] + k == arange(N if M == None else M), dtype)
def inv(a): return solve(a, eye(len(a)))
def pinv(a, rcond=1e-15):
    U, s, Vt = svd(a, False)
    return (Vt.T * where(s > rcond * max(s), 1 / where(s > 0, s, 1), 0.0)) @ U.T
def lstsq(a, b, rcond=None):
    a, b = array(a), array(b)
    U, s, Vt = svd(a, False)
    m, n = shape(a)
    kept = s > (2.0 ** -52 * maximum(m, n) if rcond == None else rcond) * max(s)
    w = where(kept, 1 / where(kept, s, 1), 0.0)
    x = Vt.T @ (w * (U.T @ b) if len(shape(b)) == 1 else w[:, None] * (U.T @ b))
    rank, rest = sum(kept), ravel(sum((b - a @ x) ** 2, 0))
    return x, (rest if rank == n and m > n else zeros(0)), rank, s
# The singular values of R are eigenvalues of [[0, R], [R.T, 0]], whose eigenvectors hold the singular
# vectors (Golub & Van Loan 2013, section 8.6); those of the value 0 are what completes a basis.
def svd(a, full_matrices=True, compute_uv=True):
    a = array(a)
    if len(shape(a)) != 2 or not all(isfinite(a)) or size(a) == 0:
        wrong("guest.shape.any")
    m, n = shape(a)
    if m < n:
        V, s, Ut = svd(a.T, full_matrices)
        return (Ut.T, s, V.T) if compute_uv else s
    Q, R = orthogonal(a)
    Z = zeros((2 * n, 2 * n))
    Z[:n, n:], Z[n:, :n] = R[:n], R[:n].T
    w, X = eigh(Z)
    s = maximum(w[:n - 1:-1], 0.0)
    r = sum(s > 2.0 ** -52 * max(s) * m)
    s = where(arange(n) < r, s, 0.0)
    def basis(Y):  # whose first columns are Y's
        return Y if r == len(Y) else hstack([Y, orthogonal(Y)[0][:, r:]]) if r > 0 else eye(len(Y))
    X = X[:, :n - 1:-1][:, :r] * sqrt(2.0)
    U, V = basis(X[:n]), basis(X[n:])
    if full_matrices and m > n:
        full = eye(m)
        full[:n, :n] = U
        U = full
    return (Q[:, :len(U)] @ U, s, V.T) if compute_uv else s
def qr(a, mode="reduced"):
    Q, R = orthogonal(a)
    k = minimum(len(Q), len(R[0]))
    if mode not in ["reduced", "complete", "r"]:
        wrong("guest.unlike")
    return R[:k] if mode == "r" else (Q, R) if mode == "complete" else (Q[:, :k], R[:k])
def cov(m, y=None, rowvar=True, bias=False, ddof=None, aweights=None):
    X = atleast_2d(m)
    X = X if rowvar or len(X) == 1 else X.T
    X = X if y == None else vstack([X, atleast_2d(y)])
    w = ones(len(X[0])) if aweights == None else array(aweights)
    ddof = (0 if bias else 1) if ddof == None else ddof
    D = X - (X @ w)[:, None] / sum(w)
    out = (D * w) @ D.T / (sum(w) - ddof * (sum(w * w) / sum(w) if aweights != None else 1))
    return out[0, 0] if len(out) == 1 else out
def searchsorted(a, v, side="left"):
    if side not in ["left", "right"]:
        wrong("guest.unlike")
    return search(a, v, side == "right")
def interp(x, xp, fp, left=None, right=None):
    xp, fp = array(xp), array(fp)
    if not all(isfinite(fp)):
        wrong("guest.unlike")
    k = minimum(maximum(search(xp, x, True), 1), len(xp) - 1)
    out = (fp[k] - fp[k - 1]) / (xp[k] - xp[k - 1]) * (array(x) - xp[k - 1]) + fp[k - 1]
    out = where(array(x) >= xp[-1], fp[-1] if right == None else where(array(x) > xp[-1], right, fp[-1]), out)
    return where(array(x) <= xp[0], fp[0] if left == None else where(array(x) < xp[0], left, fp[0]), out)
def squeeze(a, axis=None):
    s = shape(a)
    if axis != None and s[axis] != 1:
        wrong("guest.unlike")
    out = [n for i, n in enumerate(s) if n != 1 or axis != None and i != axis % len(s)]
    return reshape(a, out) if out else sum(a)
def expand_dims(a, axis):
    s = list(shape(a))
    if not (-len(s) - 1 <= axis and axis <= len(s)):
        wrong("guest.unlike")
    s.insert(axis % (len(s) + 1), 1)
    return reshape(a, s)
def swapaxes(a, axis1, axis2):
    order = list(range(len(shape(a))))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return transpose(a, order)
def atleast_1d(a): return reshape(a, 1) if len(shape(a)) == 0 else array(a)
def atleast_2d(a): return matrix(a)
def trace(a): return sum(diag(a))
def diag(v):
    v = array(v)
    i = arange(min(shape(v)))
    return fixed(v[i, i]) if len(shape(v)) == 2 else where(i[:, None] == i, v, False)
def dot(a, b): return a @ b if len(shape(a)) * len(shape(b)) > 0 else array(a) * b
def asarray(a, dtype=None):
    out = array(a, dtype)
    return a if type(a) == "array" and kindof(a) == kindof(out) else out
def float64(x=0.0): return array(x, "float")
def inner(a, b): return array(a) @ transpose(b)
def vdot(a, b): return ravel(a) @ ravel(b)
def eigvals(a):  # of complex ones the real and imaginary parts
    w = eigenpairs(a)
    w = w[argsort(w[:, 1])]
    w = w[argsort(w[:, 0])]
    return w[:, 0] if all(w[:, 1] == 0) else w
def triu(m, k=0): return where(arange(len(m))[:, None] + k <= arange(len(m[0])), m, False)
def tril(m, k=0): return where(arange(len(m))[:, None] + k >= arange(len(m[0])), m, False)
def outer(a, b): return ravel(a)[:, None] * ravel(b)
def linspace(start, stop, num=50): return start + arange(num) * ((stop - start) / (num - 1.0))

# f of each row (axis 1 or -1) or column of an array, or of all its entries.
def along(f, a, axis):
    a = array(a)
    if axis != None and (len(shape(a)) == 0 or size(a) == 0 and len(shape(a)) > 1):
        wrong("guest.unlike")
    if axis == None or len(shape(a)) < 2:
        return f(ravel(a))
    out = array([f(x) for x in (a.T if axis == 0 else a)])
    return out.T if axis == 0 else out

def argsort(a, axis=-1): return along(order, a, axis)
def sort(a, axis=-1): return along(lambda x: x[order(x)], a, axis)
def diff(a, axis=-1):
    if kindof(a) == "b":
        wrong("guest.unlike")
    return along(lambda x: x[1:] - x[:-1], a, axis)
def cumsum(a, axis=None): return along(running, a, axis)
def flip(m, axis=None):
    m = array(m)
    if axis == None and len(shape(m)) == 2:
        return m[::-1, ::-1]
    return m[:, ::-1] if axis in [1, -1] and len(shape(m)) == 2 else m[::-1]
def roll(a, shift, axis=None):
    out = along(lambda x: x[(arange(size(x)) - shift) % size(x)], a, axis)
    return shaped(out, shape(a))
def concatenate(arrays, axis=0):
    if axis == None:
        return joined([ravel(a) for a in arrays])
    if axis in [0, -len(shape(arrays[0]))]:
        return joined(arrays)
    return swapaxes(joined([swapaxes(a, 0, axis) for a in arrays]), 0, axis)
def stack(arrays, axis=0): return concatenate([expand_dims(a, axis) for a in arrays], axis)
def eigvalsh(a): return eigh(a)[0]
def add(x1, x2): return array(x1) + x2
def subtract(x1, x2): return array(x1) - x2
def multiply(x1, x2): return array(x1) * x2
def divide(x1, x2): return array(x1) / x2
def floor_divide(x1, x2): return array(x1) // x2
def mod(x1, x2): return array(x1) % x2
def square(x): return array(x) * x
def radians(x): return array(x) * (pi / 180)
def degrees(x): return array(x) * (180 / pi)
def isnan(x):
    x = array(x)
    return x != x
def isinf(x): return abs(x) == inf
def isfinite(x): return abs(x) < inf
def logical_not(x): return array(x) == 0
def truth(x): return array(x) != 0
def cbrt(x): return copysign(exp(log(abs(x)) / 3), x)
def logarithm(x, base=None): return ln(x) if base == None else ln(x) / ln(base)
def tan(x): return sin(x) / cos(x)
def sinh(x): return (expm1(x) - expm1(-array(x))) / 2
def cosh(x): return (exp(x) + exp(-array(x))) / 2
def logical_and(x1, x2): return truth(x1) & truth(x2)
def logical_or(x1, x2): return truth(x1) | truth(x2)
def logical_xor(x1, x2): return truth(x1) ^ truth(x2)
def where(condition, x=None, y=None):
    if x != None:
        return select(condition, x, y)
    at, n = arange(size(condition))[ravel(condition) != 0], shape(condition)[-1]
    return (at // n, at % n) if len(shape(condition)) == 2 else (at,)
def round(a, decimals=0):
    if kindof(a) == "b":
        wrong("guest.unlike")
    return like(rint(array(a) * 10.0 ** decimals) / 10.0 ** decimals, a)
def int(a): return array(a, "int")
def reshape(a, newshape, cols=None):
    s = ravel(newshape if cols == None else [newshape, cols])
    return shaped(a, s if all(s != -1) else where(s == -1, size(a) // -prod(s), s))
def append(arr, values): return concatenate([ravel(arr), ravel(values)])
def vstack(tup): return concatenate(tup) if len(shape(tup[0])) == 2 else array(tup)
def column_stack(tup): return hstack([a if len(shape(a)) == 2 else vector(a)[:, None] for a in tup])
def block(arrays): return concatenate([concatenate([matrix(a) for a in row], axis=1) for row in arrays])
def kron(a, b):
    if size(a) * size(b) == 0:
        wrong("guest.shape.any")
    return block([[x * matrix(b) for x in row] for row in matrix(a)])
def tile(A, reps):
    m, n = reps if type(reps) == "tuple" else (1, reps)
    out = block([[A] * n] * m)
    return out if type(reps) == "tuple" or len(shape(A)) == 2 else ravel(out)
def repeat(a, repeats): return ravel(ravel(a)[:, None] + zeros(repeats, "bool"))
def convolve(a, v, mode="full"):
    a, v = vector(a), vector(v)
    if len(a) < len(v):
        a, v = v, a
    n = len(v)
    if kindof(a) == "b" and kindof(v) == "b":
        wrong("guest.unlike")
    out = sum([concatenate([zeros(i, "bool"), x * a, zeros(n - 1 - i, "bool")]) for i, x in enumerate(v)], 0)
    if mode == "full":
        return out
    return out[n - 1:len(a)] if mode == "valid" else out[(n - 1) // 2:(n - 1) // 2 + len(a)]
def hstack(tup): return concatenate(tup, 0 if len(shape(tup[0])) == 1 else 1)
def ptp(a): return max(a) - min(a)
def count_nonzero(a): return sum(array(a) != 0)
def isclose(a, b, rtol=1e-5, atol=1e-8):
    a, b = array(a) + 0, array(b) + 0
    return (a == b) | (abs(a - b) <= atol + rtol * abs(b)) & isfinite(b)
def nearby(a, b, rel_tol=1e-9, abs_tol=0.0):
    near = abs(a - b) <= maximum(rel_tol * maximum(abs(a), abs(b)), abs_tol)
    return a == b or near and isfinite(a) and isfinite(b)
def allclose(a, b, rtol=1e-5, atol=1e-8): return all(isclose(a, b, rtol, atol))
def array_equal(a, b): return shape(a) == shape(b) and all(array(a) == array(b))

def arctanh(x): return (log1p(x) - log1p(-array(x))) / 2
def arcsinh(x): return sign(x) * log(abs(array(x)) + sqrt(array(x) ** 2 + 1))
def arccosh(x): return log(array(x) + sqrt(array(x) ** 2 - 1))

def clip(a, a_min=None, a_max=None):
    if any(isnan(0 if a_min == None else a_min) | isnan(0 if a_max == None else a_max)):
        wrong("guest.unlike")
    if a_min != None:
        a = maximum(a, a_min)
    return a if a_max == None else minimum(a, a_max)

def var(a, axis=None, ddof=0, keepdims=False):
    n = size(a) if axis == None else shape(a)[axis]
    return sum((array(a) - mean(a, axis, keepdims=True)) ** 2, axis, keepdims=keepdims) / (n - ddof)

def std(a, axis=None, ddof=0, keepdims=False): return sqrt(var(a, axis, ddof, keepdims))
def sample_variance(data): return whole(data, var(data, None, 1))
def population_variance(data): return whole(data, var(data))
def exact_mean(data): return whole(data, mean(data))
def exact_median(data): return whole(data, median(data)) if size(data) % 2 else median(data)
def whole(data, x): return int(x) if kindof(data) != "f" and x == floor(x) else x  # of whole numbers
def sample_deviation(data): return std(data, None, 1)

def quantile(a, q, axis=None):
    a = array(a)
    if axis != None and len(shape(a)) == 2:
        return array([quantile(x, q) for x in (a.T if axis == 0 else a)])
    x, q = sort(ravel(a)), array(q)
    if size(x) == 0 or not all((q >= 0) & (q <= 1)):
        wrong("guest.array.quantile")
    at = q * (size(x) - 1)
    below = int(floor(at))
    return x[size(x) - 1] * nan if any(isnan(x)) else x[below] + (at - below) * (x[minimum(below + 1, size(x) - 1)] - x[below])

def average(a, axis=None, weights=None):
    if weights == None:
        return mean(a, axis)
    a, w = array(a), array(weights)
    if axis == None or len(shape(a)) == 1:
        return sum(a * w) / sum(w)
    return (w @ a if axis == 0 else a @ w) / sum(w)

def percentile(a, q, axis=None): return quantile(a, array(q) / 100, axis)
def median(a, axis=None): return quantile(a, 0.5, axis)

def unique(a):
    x = sort(ravel(a))
    return x[concatenate([[True], x[1:] != x[:-1]])] if size(x) > 0 else x

def histogram(a, bins=10, range=None):
    a = ravel(a)
    if len(shape(bins)) == 0:
        lo, hi = range if range != None else (min(a), max(a)) if size(a) > 0 else (0, 1)
        bins = linspace(lo - 0.5, hi + 0.5, bins + 1) if lo == hi else linspace(lo, hi, bins + 1)
    bins = array(bins)
    below = array([sum(a < edge) for edge in bins])
    below[-1] = sum(a <= bins[-1])
    return below[1:] - below[:-1], bins

def bincount(x, weights=None, minlength=0):
    if len(shape(x)) == 0:
        wrong("guest.array.bins")
    x = ravel(x)
    if kindof(x) == "f" or size(x) > 0 and min(x) < 0:
        wrong("guest.array.bins")
    w = x * 0 + 1 if weights == None else array(weights)
    out = [sum((x == k) * w) for k in arange(maximum(minlength, max(x) + 1 if size(x) > 0 else 0))]
    return array(out, "int" if weights == None else "float")

def matrix_power(a, n):
    out = eye(len(a))
    for _ in range(n):
        out = out @ a
    return out

def norm(x, ord=None, axis=None, keepdims=False):
    x = array(x)
    whole = axis == None and len(shape(x)) == 2
    if whole and ord == 2:  # the largest singular value
        return sqrt(max(eigvalsh(x.T @ x)))
    x = abs(x)
    if ord == 1:
        return max(sum(x, 0)) if whole else sum(x, axis, keepdims=keepdims)
    if ord == inf:
        return max(sum(x, 1)) if whole else max(x, axis, keepdims=keepdims)
    if ord not in [None, 2, "fro"]:
        wrong("guest.array.norm")
    return sqrt(sum(x * x, axis, keepdims=keepdims))

# The Kalman filter and its kin: one step predicts, updates and returns the state, its
# covariance, the innovation and the innovation's covariance.

def kf(x, P, y, A, Q, C, R):
    A, C = matrix(A), matrix(C)
    x = A @ vector(x)
    return update(x, A @ matrix(P) @ A.T + matrix(Q), y, C @ x, C, R)

# F and H are the Jacobians of f and h: matrices, functions of the state, or None for central
# differences.
def ekf(x, P, y, f, F, Q, h, H, R):
    x = vector(x)
    F = jacobian(f, F, x)
    x = vector(f(x))
    return update(x, F @ matrix(P) @ F.T + matrix(Q), y, vector(h(x)), jacobian(h, H, x), R)

# In Joseph's form (Bucy & Joseph 1968).
def update(x, P, y, expected, C, R):
    innovation, R = vector(y) - expected, matrix(R)
    S = C @ P @ C.T + R
    K = solve(S, C @ P.T).T
    rest = eye(len(x)) - K @ C
    return x + K @ innovation, rest @ P @ rest.T + K @ R @ K.T, innovation, S

# Sigma points (Julier & Uhlmann 1997; Wan & van der Merwe 2000 with alpha = 1, beta = 2 and
# kappa = 3 - n where that is above 0).
def ukf(x, P, y, f, Q, h, R):
    x = vector(x)
    n = len(x)
    k = max([3.0 - n, 0.0])
    weights = concatenate([[k / (n + k)], full(2 * n, 0.5 / (n + k))])
    square = weights + concatenate([[2.0], zeros(2 * n)])
    def points(x, P):
        L = cholesky(P).T * sqrt(n + k)
        return concatenate([[x], x + L, x - L])
    def moments(X, noise):
        m = weights @ X
        D = X - m
        return m, D, (D.T * square) @ D + matrix(noise)
    x, D, P = moments(array([vector(f(p)) for p in points(x, matrix(P))]), Q)
    X = points(x, P)
    z, E, S = moments(array([vector(h(p)) for p in X]), R)
    K = solve(S, (E.T * square) @ (X - x)).T
    return x + K @ (vector(y) - z), P - K @ S @ K.T, vector(y) - z, S

def jacobian(f, given, x):
    if given != None:
        return matrix(given(x) if callable(given) else given)
    steps = diag(6e-6 * (1 + abs(x)))  # the cube root of the rounding error
    return array([(vector(f(x + d)) - vector(f(x - d))) / (2 * sum(d)) for d in steps]).T

# The least sum of squared residuals from x0 on, damped as Levenberg and Marquardt do.
def gauss_newton(residual, x0):
    x, damping = vector(x0), 1e-3
    r = vector(residual(x))
    J = jacobian(residual, None, x)
    for _ in range(100):
        normal = J.T @ J
        step = solve(normal + damping * diag(diag(normal) + 1e-12), J.T @ r)
        then = vector(residual(x - step))
        better, small = norm(then) < norm(r), norm(step) <= 1e-9 * (1 + norm(x))
        if better:
            x, r, damping = x - step, then, damping / 10
        else:
            damping *= 10
        if small or damping > 1e12:
            break
        if better:
            J = jacobian(residual, None, x)
    return x

def vector(a):
    if size(a) == 0:
        wrong("guest.shape.any")
    return ravel(a)

def matrix(a):
    a = array(a)
    return a if len(shape(a)) == 2 else shaped(a, (1, size(a)))

# What Python's modules draw: by the interpreter's laws, which take no argument for granted.

def np_laplace(loc=0.0, scale=1.0, size=None): return laplace(loc, scale, size=size)
def np_normal(loc=0.0, scale=1.0, size=None): return normal(loc, scale, size=size)
def np_gumbel(loc=0.0, scale=1.0, size=None): return gumbel(loc, scale, size=size)
def np_uniform(low=0.0, high=1.0, size=None): return uniform(low, high, size=size)
def np_exponential(scale=1.0, size=None): return exponential(scale, size=size)
def np_binomial(n, p, size=None): return binomial(n, p, size=size)
def np_geometric(p, size=None): return geometric(p, size=size) + 1  # counts the success too
def np_standard_normal(size=None): return normal(0, 1, size=size)
def np_random(size=None): return uniform(0, 1, size=size)
def np_rand(*sizes): return uniform(0, 1, size=sizes if sizes else None)
def np_randn(*sizes): return normal(0, 1, size=sizes if sizes else None)
def np_randint(low, high=None, size=None, dtype=int): return np_integers(low, high, size, dtype)
def np_integers(low, high=None, size=None, dtype=int, endpoint=False):
    if high == None:
        low, high = 0, low
    return array(randint(low, array(high) - (0 if endpoint else 1), size=size), dtype)
def np_choice(a, size=None, replace=True, p=None):
    out = picked(a, p, prod(size) if size != None else 1, replace, p != None)
    return out[0] if size == None else arrayed(out)
def multivariate_normal(mean, cov, size=None):
    L, n = cholesky(cov), len(vector(mean))
    return vector(mean) + (L @ normal(0, 1, size=n) if size == None else normal(0, 1, size=(size, n)) @ L.T)
def permutation(x): return arrayed(picked(x, None, x if type(x) == "int" else len(x), False))
def shuffle(x):
    for i, v in enumerate(picked(list(x), None, len(x), False)):
        x[i] = v
def standard_uniform(): return uniform(0, 1)
def gauss(mu=0.0, sigma=1.0): return normal(mu, sigma)
def expovariate(lambd=1.0): return exponential(1.0 / lambd)
def randrange(start, stop=None): return np_randint(start, stop)
def choices(population, weights=None, cum_weights=None, k=1):
    return picked(population, weights if cum_weights == None else diff([0.0] + list(cum_weights)), k, True)
def sample(population, k): return picked(population, None, k, False)

# What Python has built in.

def Exception(message="Exception"): return message
def ValueError(message="ValueError"): return message
def RuntimeError(message="RuntimeError"): return message
def TypeError(message="TypeError"): return message
def AssertionError(message="AssertionError"): return message
def OverflowError(message="OverflowError"): return message
def ArithmeticError(message="ArithmeticError"): return message
def ZeroDivisionError(message="ZeroDivisionError"): return message
def NotImplementedError(message="NotImplementedError"): return message
def IndexError(message="IndexError"): return message
def KeyError(message="KeyError"): return message

def map(f, items): return once([f(x) for x in items])
def iter(items): return once([x for x in items])
def filter(f, items): return once([x for x in items if (f(x) if f != None else x)])
def callable(x): return type(x) in ["function", "builtin_function_or_method"]
def isinstance(x, kinds):
    kinds = list(kinds) if type(kinds) == "tuple" else [kinds]
    if classof(x) != None:
        return classof(x) in kinds
    name = "<built-in function " + {"string": "str"}.get(type(x), type(x)) + ">"
    known = [str(k) for k in kinds if type(k) != "type"]
    return name in known or type(x) == "bool" and "<built-in function int>" in known or (
        type(x) == "array" and "<function ndarray>" in known)

# Of the modules dataclasses, copy and collections; @dataclass is the grammar's.

def dataclass(cls): return cls
def ndarray(): wrong("guest.unlike")

def shallow(x): return copied(x, lambda v: v)
def deepcopy(x): return copied(x, deepcopy)
def copied(x, each):
    if type(x) == "array":
        return array(x)
    if type(x) in ["list", "tuple"]:
        out = [each(v) for v in x]
        return out if type(x) == "list" else tuple(out)
    if type(x) == "dict":
        return {k: each(v) for k, v in x.items()}
    return twin(x, each) if classof(x) != None else x

class deque:
    def __init__(self, iterable=None, maxlen=None):
        self._list, self.maxlen = [], maxlen
        self.extend([] if iterable == None else iterable)
    def append(self, x):
        self._list.append(x)
        if self.maxlen != None and len(self._list) > self.maxlen:
            self._list.pop(0)
    def appendleft(self, x):
        self._list.insert(0, x)
        if self.maxlen != None and len(self._list) > self.maxlen:
            self._list.pop()
    def extend(self, iterable):
        for x in iterable:
            self.append(x)
    def pop(self): return self._list.pop()
    def popleft(self): return self._list.pop(0)
    def clear(self): self._list.clear()
    def __len__(self): return len(self._list)
    def __iter__(self): return self._list
    def __getitem__(self, i): return self._list[i]
    def __setitem__(self, i, x): self._list[i] = x

class Counter:
    def __init__(self, iterable=None):
        self._counts = {}
        self.update([] if iterable == None else iterable)
    def update(self, iterable):
        if type(iterable) == "dict":
            for k, n in iterable.items():
                self[k] += n
        else:
            for k in iterable:
                self[k] += 1
    def get(self, key, default=None): return self._counts.get(key, default)
    def items(self): return self._counts.items()
    def keys(self): return self._counts.keys()
    def values(self): return self._counts.values()
    def total(self): return sum(list(self._counts.values())) if self._counts else 0
    def most_common(self, n=None):
        out = sorted(self._counts.items(), key=lambda kn: -kn[1])
        return out if n == None else out[:n]
    def elements(self): return once([k for k, n in self._counts.items() for _ in range(n)])
    def __len__(self): return len(self._counts)
    def __iter__(self): return list(self._counts.keys())
    def __contains__(self, key): return key in self._counts
    def __getitem__(self, key): return self._counts.get(key, 0)
    def __setitem__(self, key, n): self._counts[key] = n

# Of SciPy: what filters weigh particles with.

class Normal:
    def __init__(self, loc=0, scale=1):
        self.loc, self.scale = loc, scale
    def __call__(self, loc=0, scale=1): return Normal(loc, scale)
    def of(self, loc, scale): return (self.loc if loc == None else loc, self.scale if scale == None else scale)
    def logpdf(self, x, loc=None, scale=None):
        m, s = self.of(loc, scale)
        return -((x - array(m)) / s) ** 2 / 2 - log(sqrt(2 * pi) * array(s))
    def pdf(self, x, loc=None, scale=None): return exp(self.logpdf(x, loc, scale))
    def cdf(self, x, loc=None, scale=None):
        m, s = self.of(loc, scale)
        return Phi((x - array(m)) / s)
norm_law = Normal()

class MultivariateNormal:
    def __init__(self, mean=None, cov=1):
        self.mean, self.cov = mean, cov
    def __call__(self, mean=None, cov=1): return MultivariateNormal(mean, cov)
    def logpdf(self, x, mean=None, cov=None):
        C = matrix(self.cov if cov == None else cov)
        D = array(x) - (0 if mean == None and self.mean == None else self.mean if mean == None else mean)
        whitened = solve(cholesky(C), (matrix(D) if len(C) > 1 else ravel(D)[:, None]).T)
        out = -sum(whitened ** 2, 0) / 2 - (log(det(C)) + len(C) * log(2 * pi)) / 2
        return out[0] if size(out) == 1 else out
    def pdf(self, x, mean=None, cov=None): return exp(self.logpdf(x, mean, cov))
multivariate_law = MultivariateNormal()

def block_diag(*arrays):
    arrays = [matrix(a) for a in arrays]
    rows = [[a if i == k else zeros((len(b), len(a[0]))) for i, a in enumerate(arrays)] for k, b in enumerate(arrays)]
    return block(rows)
def upper(a, lower=False): return cholesky(a) if lower else cholesky(a).T
