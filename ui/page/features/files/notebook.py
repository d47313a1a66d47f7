# %% [markdown]
# # {take.python.title}
#
# {take.python.lead}
# %% hidden
REPORT = "{report}"

# %%
import json, math, os, shutil, subprocess
from statistics import NormalDist

import matplotlib.pyplot as plt
import numpy as np

report = json.loads(REPORT)


def real(values):
    """Numbers of a report: those that JSON cannot hold are words in it."""
    return np.array([float(v) for v in values])


claim, delta = float(report["epsilon"]), float(report["delta"])
strong = report["strong"]
print(report["verdict"], "| ε ≥", strong["epsilon"], "| ε_c =", report["epsilon_c"])

# %%
curve, fig = report["curve"], plt.figure()
eps = real(curve["epsilon"] or [])
for key, style, name in [("p_plus", "-", "{tell.p-values.series.plus}"), ("p_minus", "--", "{tell.p-values.series.minus}"),
                         ("p_exact", "-", "{tell.p-values.series.strong}"), ("p_thinned", ".", "{tell.p-values.series.thinned}")]:
    p = real(curve[key] or [])
    if len(p) == len(eps) > 0:
        plt.semilogy(eps, np.maximum(p, 1e-12), style, label=name)
plt.axhline(float(report["alpha"]), color="gray", linewidth=0.8)
if "curve_claim" not in report:
    plt.axvline(claim, color="gray", linestyle=":")
plt.title("{tell.p-values.title}"), plt.xlabel("{tell.p-values.x}"), plt.ylabel("{tell.p-values.y}"), plt.legend()
fig.savefig("p-values.png")

# %%
fig, profile = plt.figure(), report.get("profile")
if profile:
    plt.plot(real(profile["epsilon"]), real(profile["delta"]), label="{tell.profile.series.exact}")
bounds = [float(b["epsilon"]) for b in [strong] + report.get("others", [])]
bounds = [b for b in bounds if 0 < b < math.inf]
plt.plot(bounds, [delta] * len(bounds), "o", label="{tell.profile.series.events}")
if "curve_claim" not in report:
    plt.plot([claim], [delta], "ks", label="{tell.profile.series.tested}")
plt.title("{tell.profile.title}"), plt.xlabel("{tell.profile.x}"), plt.ylabel("{tell.profile.y}"), plt.legend()
fig.savefig("profile.png")

# %%
fig, x = plt.figure(), np.linspace(0, 1, 401)


def allowed(eps, delta):
    """Least misses that (ε, δ) allows at each rate of false alarms (Kairouz, Oh & Viswanath 2015)."""
    return np.maximum(0, np.maximum(1 - delta - math.exp(min(eps, 700)) * x, math.exp(-eps) * (1 - delta - x)))


curved = report.get("curve_claim")
if not curved:
    plt.fill_between(x, 0, allowed(claim, delta), alpha=0.2, color="black", label="{tell.region.series.claim}")
elif curved["notion"] == "gdp":
    normal, inner = NormalDist(), x[1:-1]
    plt.fill_between(inner, 0, [normal.cdf(normal.inv_cdf(1 - a) - float(curved["claim"])) for a in inner],
                     alpha=0.2, color="black", label="{tell.region.series.claim}")
plt.plot(x, 1 - x, "--", color="gray", label="{tell.region.series.blind}")
if profile:
    points = [(e, d) for e, d in zip(real(profile["epsilon"]), real(profile["delta"])) if e < math.inf and 0 <= d <= 1]
    plt.plot(x, np.max([allowed(e, d) for e, d in points], axis=0), label="{tell.region.series.exact}")
proven = report.get("proven_curve")
if proven:
    plt.plot(real(proven["false_alarms"]), real(proven["misses"]), label="{tell.region.series.proven}")
for b in [strong] + report.get("others", []):
    n, count = b["count"]["n"], b["count"]
    if n > 0:
        alarms, misses = count["c2"] / n, 1 - count["c1"] / n
        if b["event"].get("swap"):
            alarms, misses = 1 - alarms, 1 - misses
        plt.plot(alarms, misses, "o", color="tab:red")
plt.title("{tell.region.title}"), plt.xlabel("{tell.region.x}"), plt.ylabel("{tell.region.y}"), plt.legend()
fig.savefig("region.png")

# %%
running = report.get("running")
if running:
    fig = plt.figure()
    plt.step([b["m"] for b in running], real([b["epsilon"] for b in running]), where="post")
    plt.xscale("log"), plt.axhline(claim, color="gray")
    plt.title("{tell.running.title}"), plt.xlabel("{tell.running.x}"), plt.ylabel("{tell.running.y}")
    fig.savefig("running.png")

# %% [markdown]
# {take.python.verify}
# %%
verify = os.environ.get("INDISTINCT_VERIFY") or shutil.which("verify", path=os.getcwd())
if verify:
    run = subprocess.run([verify, "-spec", "-", "-json"], input=REPORT, capture_output=True, encoding="utf-8")
    if run.returncode > 1:
        raise SystemExit(run.stderr)
    print("{take.python.same}" if json.loads(run.stdout) == report else "{take.python.other}")
else:
    print("{take.python.none}")

# %%
plt.show()
