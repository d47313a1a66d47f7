"""Runs the program below, as it is, as an estimator on the ring:

    verify -d 10 -estimator 'python3 est.py'

Each line read is a seed and the readings of a record; the answer is what the program publishes.
"""
import os
import random
import sys

MARK = "# --- the program ---\n"


def table(name):
    return [[float(v) for v in row.split(",")] for row in os.environ["INDISTINCT_" + name].split(";")]


def main():
    sensors, steps, (process_sd, reading_sd) = table("SENSORS"), int(table("STEPS")[0][0]), table("NOISE")[0]
    given = dict(sensors=sensors, steps=steps, process_sd=process_sd, reading_sd=reading_sd, start=table("START")[0],
                 transition=table("TRANSITION"), spread=table("SPREAD")[0][0], dt=table("STEP")[0][0],
                 noise=table("DIAL")[0][0], distance=table("DISTANCE")[0][0])
    with open(__file__) as file:
        before, program = file.read().split("\n" + MARK, 1)
    program = compile("\n" * (before + MARK).count("\n") + "\n" + program, __file__, "exec")
    for line in sys.stdin:
        seed, *record = line.split()
        n = len(record) // (steps * len(sensors))
        readings = [[float(v) for v in record[i:i + n]] for i in range(0, len(record), n)]
        y = [[r if n > 1 else r[0] for r in readings[k * len(sensors):(k + 1) * len(sensors)]] for k in range(steps)]
        room = dict(given, state={}, __name__="program")
        exec(program, room)
        random.seed(int(seed))
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(int(seed) % 2**32)
        estimate = room["estimator"]() if "estimator" in room else room["estimate"]
        published = [estimate(y[:k + 1], k) for k in range(steps)]
        if "publish" in room:
            published = [None if x is None else room["publish"](x, k) for k, x in enumerate(published)]
        published = [x for x in published[room.get("lag", 0):] if x is not None]
        print(*[float(v) for x in published for v in list(x)[:2]], flush=True)


if __name__ == "__main__":
    main()
    sys.exit()

# --- the program ---
