# Runs a filter as a release does: a system and a record in JSON, releases in JSON.
import json, sys
import numpy as np

given = json.load(sys.stdin)
record = np.array(given.pop("record")).reshape(given["steps"], len(given["sensors"]), -1).tolist()
out, fresh = [], np.random.default_rng
seeds = iter(range(10**6))
np.random.default_rng = lambda: fresh(next(seeds))
np.random.seed(1)
source = compile(open(sys.argv[1]).read(), sys.argv[1], "exec")
for _ in range(given.pop("releases") if "releases" in given else 1):
    room = {**given, "state": {}, "__name__": "filter"}
    exec(source, room)
    published = [room["estimate"](record[:k + 1], k) for k in range(given["steps"])]
    if "publish" in room:
        published = [room["publish"](x, k) for k, x in enumerate(published)]
    published = published[room.get("lag", 0):]
    out.append([float(v) for x in published for v in x])
print(json.dumps(out))
