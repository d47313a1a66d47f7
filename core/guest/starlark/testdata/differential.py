# Runs programs of TestDifferential: a line in, in JSON the program's body, a line out, what it returns.
import copy, json, math, resource, signal, statistics, sys, warnings
from collections import Counter, deque
from dataclasses import dataclass, field
import numpy as np
warnings.simplefilter("ignore")
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
def late(*_): raise TimeoutError
signal.signal(signal.SIGPROF, late)

def said(v):
    if isinstance(v, np.ndarray) and v.shape == ():
        v = v.item()
    if isinstance(v, np.ndarray):
        return ["array", list(v.shape), said(v.tolist())]
    if isinstance(v, np.generic):
        v = v.item()
    if v is None or isinstance(v, (bool, str)):
        return v
    if isinstance(v, int):
        return ["int", str(v)]
    if isinstance(v, float):
        return ["float", float(v).hex()]
    if isinstance(v, (list, tuple)):
        return [type(v).__name__, [said(e) for e in v]]
    if isinstance(v, dict):
        return ["dict", [[said(k), said(e)] for k, e in v.items()]]
    if isinstance(v, (set, frozenset)):
        return ["set", sorted([said(e) for e in v], key=json.dumps)]
    return ["other"]

for line in sys.stdin:
    body = json.loads(line)
    signal.setitimer(signal.ITIMER_PROF, 5)  # of its own work
    try:
        room = {"np": np, "math": math, "statistics": statistics, "copy": copy, "deque": deque,
                "Counter": Counter, "dataclass": dataclass, "field": field}
        exec("def release(x):\n    " + body.replace("\n", "\n    "), room)
        out = said(room["release"](3))
    except TimeoutError:
        out = ["late"]
    except Exception as e:
        out = ["raises", type(e).__name__ + ": " + str(e)[:60]]
    signal.setitimer(signal.ITIMER_PROF, 0)
    print(json.dumps(out), flush=True)
