"""Writes the part of the corpus that Python, NumPy and pandas write, and what is written by the rules of programs
that are not here (spreadsheets, Julia, MATLAB, Java, Rust, Go, Fortran): /usr/bin/python3 make.py

Each kind of file is a pair of neighbouring inputs, 0 and 1, of a mechanism that keeps its claim (right) and of one
whose noise is twenty times too small (wrong). Values are rounded before they are written, so that their last digits
give nothing away.
"""
import datetime, gzip, hashlib, io, json, pickle, sqlite3, struct, uuid, zipfile, zlib, os
import numpy as np
import pandas as pd

N = 200


def rng(*key):
    return np.random.default_rng(zlib.crc32(" ".join(map(str, key)).encode()))


def each(name):
    """The four files of a kind: which, side, noise, generator."""
    for which, scale in (("right", 1.0), ("wrong", 0.05)):
        for side in (0, 1):
            yield which, side, scale, rng(name, which, side)


def two(side, scale, r, digits=3):
    """A count and a sum of squares, each 1 larger for the neighbour, of epsilon 1/2 each."""
    return np.round(np.array([12, 30]) + side + r.laplace(0, 2 * scale, (N, 2)), digits)


def one(side, scale, r, digits=3):
    return np.round(20 + side + r.laplace(0, scale, N), digits)


def whole(side, scale, r, base=40):
    """A count with geometric noise of epsilon 1."""
    q = 1 - np.exp(-1 / scale)
    return base + side + r.geometric(q, N) - r.geometric(q, N)


def bits(side, scale, r, width=1):
    """Randomised response, the first answer of which differs."""
    p = 1 / (1 + np.exp(-1 / scale))
    truth = np.zeros((N, width), dtype=bool)
    truth[:, 0] = side == 1
    return truth ^ (r.random((N, width)) > p)


def put(name, data):
    with open(name, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())


def pairs(name, ext, make, law=two):
    """make(values, side) is the file's text or bytes."""
    for which, side, scale, r in each(name):
        put("%s.%s.%d.%s" % (name, which, side, ext), make(law(side, scale, r), side))


def lines(f, end="\n"):
    return lambda values, side: "".join(f(v) + end for v in values)


def saved(save):
    def make(values, side):
        b = io.BytesIO()
        save(b, values)
        return b.getvalue()
    return make


# NumPy: text
pairs("numpy-savetxt", "txt", saved(lambda b, v: np.savetxt(b, v, header="n sumsq")))
pairs("numpy-savetxt-comma", "csv",
      saved(lambda b, v: np.savetxt(b, v, fmt="%.4f", delimiter=",", header="n,sumsq", comments="")))
pairs("numpy-savetxt-semicolon", "csv", saved(lambda b, v: np.savetxt(b, v, fmt="%.4f", delimiter=";", header="n;sumsq")))
pairs("numpy-savetxt-int", "txt", saved(lambda b, v: np.savetxt(b, v, fmt="%d")), whole)
pairs("numpy-savetxt-footer", "txt",
      saved(lambda b, v: np.savetxt(b, v, fmt="%.4f", header="made by audit.py\nn sumsq", footer="seed 7")))
pairs("numpy-print", "txt", lines(lambda v: str(v)))
pairs("numpy-array2string", "txt", lines(lambda v: np.array2string(v, separator=", ")))
pairs("numpy-repr", "txt", lines(lambda v: repr(v)))
pairs("numpy-print-long", "txt", lines(lambda v: str(v)),
      lambda s, k, r: np.concatenate([two(s, k, r), np.round(r.normal(0, 1, (N, 14)), 3)], axis=1)[:60])
# NumPy 2 prints a number so; the version here does not yet.
pairs("numpy2-scalar", "txt", lines(lambda v: "np.float64(%r)" % float(v)), one)
pairs("numpy-float32", "txt", lines(lambda v: str(np.float32(v))), lambda s, k, r: np.round(one(s, k, r, 9) * 1024) / 1024)
put("numpy-complex.txt", saved(lambda b, v: np.savetxt(b, v, fmt="%.4f"))(two(0, 1, rng("complex")).view(complex)[:, 0], 0))

# NumPy: its own format
pairs("npy-f8", "npy", saved(np.save))
pairs("npy-f4", "npy", saved(lambda b, v: np.save(b, v.astype("f4"))), one)
pairs("npy-big-endian", "npy", saved(lambda b, v: np.save(b, v.astype(">f8"))))
pairs("npy-i8", "npy", saved(lambda b, v: np.save(b, v.astype("i8"))), whole)
pairs("npy-u1", "npy", saved(lambda b, v: np.save(b, v.astype("u1"))), whole)
pairs("npy-bool", "npy", saved(np.save), lambda s, k, r: bits(s, k, r, 3))
pairs("npy-fortran", "npy", saved(lambda b, v: np.save(b, np.asfortranarray(v))))
pairs("npy-words", "npy", saved(lambda b, v: np.save(b, np.where(v[:, 0], "yes", "no"))), bits)
pairs("npy-large", "npy", saved(lambda b, v: np.save(b, v)), lambda s, k, r: whole(s, k, r, 1 << 60))
pairs("npz", "npz", saved(lambda b, v: np.savez(b, n=v[:, 0], sumsq=v[:, 1])))
pairs("npz-compressed", "npz", saved(lambda b, v: np.savez_compressed(b, releases=v)))
put("npy-structured.npy", saved(np.save)(np.array([(1, 2.5), (2, 3.5)], dtype=[("n", "i4"), ("x", "f8")]), 0))
put("npy-object.npy", saved(np.save)(np.array([1, "a", None], dtype=object), 0))
put("npy-cube.npy", saved(np.save)(np.zeros((4, 3, 2)), 0))
put("npy-truncated.npy", saved(np.save)(one(0, 1, rng("cut")), 0)[:-100])
put("npz-lengths.npz", saved(lambda b, v: np.savez(b, n=v, m=v[:150]))(one(0, 1, rng("lengths")), 0))
for which, scale in (("right", 1.0), ("wrong", 0.05)):
    r = rng("npz-pair", which)
    np.savez("npz-pair.%s.npz" % which, before=one(0, scale, r), after=one(1, scale, r))


# pandas
def frame(v, columns=("n", "sumsq")):
    return pd.DataFrame(v, columns=list(columns))


def csv(**how):
    return lambda v, side: frame(v).to_csv(**how)


pairs("pandas-csv", "csv", csv(index=False))
pairs("pandas-csv-index", "csv", csv())


def running(v, side):
    d = frame(v)
    d.index += side * N
    return d.to_csv()


pairs("pandas-csv-index-on", "csv", running)
pairs("pandas-csv-german", "csv", csv(index=False, sep=";", decimal=","))
pairs("pandas-csv-format", "csv", csv(float_format="%.3f", sep="\t"))
pairs("pandas-csv-quoted", "csv", csv(index=False, quoting=1))
pairs("pandas-csv-gz", "csv.gz", lambda v, side: gzip.compress(frame(v).to_csv(index=False).encode(), mtime=0))


def missing(v, side, mark, **how):
    """The second number is given only where the first is not negative after noise; that is missing in both."""
    d = frame(v)
    d.loc[d.n > 15, "sumsq"] = np.nan
    return d.to_csv(index=False, na_rep=mark, **how)


for mark, name in (("NA", "na"), ("", "empty"), ("null", "null"), ("None", "none"), ("#N/A", "hash")):
    pairs("pandas-missing-" + name, "csv", lambda v, side, mark=mark: missing(v, side, mark))
pairs("pandas-missing-nan", "csv", lambda v, side: missing(v, side, "NaN"))
pairs("pandas-json-lines", "jsonl", lambda v, side: frame(v).to_json(orient="records", lines=True))
pairs("pandas-json-records", "json", lambda v, side: frame(v).to_json(orient="records"))
pairs("pandas-json-columns", "json", lambda v, side: frame(v).to_json(orient="columns"))
pairs("pandas-json-split", "json", lambda v, side: frame(v).to_json(orient="split"))
pairs("pandas-json-values", "json", lambda v, side: frame(v).to_json(orient="values"))
pairs("pandas-json-missing", "jsonl",
      lambda v, side: frame(v).assign(sumsq=lambda d: d.sumsq.where(d.n <= 15)).to_json(orient="records", lines=True))
pairs("pandas-to-string", "txt", lambda v, side: frame(v).to_string() + "\n")
pairs("pandas-to-string-plain", "txt", lambda v, side: frame(v).to_string(index=False) + "\n")
pairs("pandas-dates", "csv", lambda v, side: frame(v).set_index(
    pd.date_range("2024-05-0%d" % (1 + side), periods=N, name="day")).to_csv())
pairs("pandas-times", "csv", lambda v, side: frame(v).set_index(
    pd.date_range("2024-05-01 08:00:0%d" % side, periods=N, freq="37s", name="measured")).to_csv())
put("pandas-pickle.pkl", pickle.dumps(frame(two(0, 1, rng("pickle")))))
b = io.BytesIO()
frame(two(0, 1, rng("stata"))).to_stata(b, time_stamp=datetime.datetime(2024, 5, 1))
put("pandas-stata.dta", b.getvalue())
put("pandas-html.html", frame(two(0, 1, rng("html"))[:20]).to_html())
# By their rules: magic bytes at the beginning and, of Parquet, at the end.
put("parquet.parquet", b"PAR1" + bytes(range(256)) + b"PAR1")
put("feather.feather", b"ARROW1\0\0" + bytes(range(256)) + b"ARROW1")
put("hdf5.h5", b"\x89HDF\r\n\x1a\n" + bytes(range(256)))
put("document.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + b"1 0 obj <</Type /Catalog>> endobj\n")
for name, inside in (("workbook.xlsx", "xl/workbook.xml"), ("sheet.ods", "content.xml"), ("files.zip", "a.csv")):
    b = io.BytesIO()
    with zipfile.ZipFile(b, "w") as z:
        if name == "sheet.ods":
            z.writestr(zipfile.ZipInfo("mimetype"), "application/vnd.oasis.opendocument.spreadsheet")
        z.writestr(zipfile.ZipInfo(inside), "12.5,30.25\n" * 20)
    put(name, b.getvalue())
if os.path.exists("database.sqlite"):
    os.remove("database.sqlite")
with sqlite3.connect("database.sqlite") as d:
    d.execute("pragma page_size = 512")
    d.execute("create table releases (n real)")
    d.executemany("insert into releases values (?)", [(x,) for x in one(0, 1, rng("sqlite"))[:20]])

# Python itself
pairs("python-list", "txt", lines(lambda v: str(list(map(float, v)))))
pairs("python-dict", "txt", lines(lambda v: str({"n": float(v[0]), "sumsq": float(v[1])})))
pairs("python-bool", "txt", lines(lambda v: str(bool(v[0]))), bits)
pairs("python-mixed", "txt", lines(lambda v: str((int(v[0]), "up" if v[1] > 0 else "down"))),
      lambda s, k, r: np.stack([whole(s, k, r), r.integers(0, 2, N)], axis=1))
pairs("python-hex", "txt", lines(lambda v: float(v).hex()), lambda s, k, r: np.round(one(s, k, r, 9) * 1024) / 1024)
pairs("python-bytes", "txt", lines(lambda v: "b'yes'" if v[0] else "b'no'"), bits)
pairs("python-json-nan", "jsonl", lines(lambda v: json.dumps([float(v[0]), float(v[1]) if v[0] <= 15 else float("nan")])))
pairs("python-json-nested", "jsonl",
      lines(lambda v: json.dumps({"query": "total", "release": {"n": float(v[0]), "sumsq": float(v[1])}})))
pairs("python-json-query", "jsonl", lines(lambda v: json.dumps({"query": "total", "release": float(v)})), one)
pairs("python-key-value", "txt", lines(lambda v: "n=%s sumsq=%s" % tuple(map(float, v))))
pairs("python-logging", "log", lines(lambda v: "INFO:audit:release %s" % float(v)), one)
pairs("python-datetime", "txt", lambda v, side: "".join(
    "%s %s\n" % (datetime.datetime(2024, 5, 1, 8, side) + datetime.timedelta(seconds=int(i) * 37), x)
    for i, x in enumerate(map(float, v))), one)

# Digits and whole numbers
pairs("digits-64", "txt", lines(lambda v: "".join("01"[int(x)] for x in v)), lambda s, k, r: bits(s, k, r, 64) ^ (
    np.arange(64) % 3 == 1))
pairs("whole-2-60", "txt", lines(lambda v: str(int(v))), lambda s, k, r: whole(s, k, r, 1 << 60))
pairs("whole-2-60-columns", "csv", lambda v, side: "total,queries\n" + "".join("%d,%d\n" % (x, 3) for x in v),
      lambda s, k, r: whole(s, k, r, 1 << 60))
pairs("whole-2-70", "txt", lines(lambda v: str((1 << 70) + int(v))), whole)
pairs("whole-counts", "txt", lines(lambda v: str(int(v))), whole)

# Identifiers
pairs("id-uuid", "csv", lambda v, side: "id,n,sumsq\n" + "".join(
    "%s,%s,%s\n" % (uuid.UUID(bytes=hashlib.md5(b"%d %d" % (side, i)).digest()), *map(float, x)) for i, x in enumerate(v)))
pairs("id-hash", "csv", lambda v, side: "run;n;sumsq\n" + "".join(
    "%s;%s;%s\n" % (hashlib.sha1(b"%d %d" % (side, i)).hexdigest()[:12], *map(float, x)) for i, x in enumerate(v)))
pairs("id-unix-time", "csv", lambda v, side: "time,n,sumsq\n" + "".join(
    "%d,%s,%s\n" % (1714550400 + 90000 * side + 61 * i + i % 7, *map(float, x)) for i, x in enumerate(v)))
pairs("id-clock", "csv", lambda v, side: "time,n,sumsq\n" + "".join(
    "%.3f,%s,%s\n" % (1714550400 + 90000 * side + 3.217 * i, *map(float, x)) for i, x in enumerate(v)))
pairs("id-rfc-3339", "csv", lambda v, side: "".join("%sZ,%s\n" % (
    (datetime.datetime(2024, 5, 1 + side) + datetime.timedelta(seconds=31 * i)).isoformat(), x)
    for i, x in enumerate(v)), one)
pairs("id-running-second", "csv", lambda v, side: "n,run,sumsq\n" + "".join(
    "%s,%d,%s\n" % (x[0], 1 + i + side * N, x[1]) for i, x in enumerate(v)))
pairs("id-steps-of-ten", "txt", lambda v, side: "".join(
    "%d\t%s\n" % (10 * (i + side * N), float(x)) for i, x in enumerate(v)), one)
pairs("id-name-number", "txt", lambda v, side: "".join(
    "run_%04d %s %s\n" % (i + side * N, *map(float, x)) for i, x in enumerate(v)))

# Words
places = np.array(["Ulm, Stadt", "Bad Urach", "Aalen \"Ost\"", "Ehingen"])


def place(side, scale, r):
    """One of four words by k-ary randomised response of epsilon 1."""
    stay = np.exp(1 / scale) / (np.exp(1 / scale) + 3)
    return places[(side + (r.random(N) > stay) * r.integers(1, 4, N)) % 4]


pairs("words-quoted", "csv", lambda v, side: "".join(
    '"%s",%d\n' % (x.replace('"', '""'), 2) for x in v), place)
pairs("words-yes-no", "txt", lines(lambda v: "yes" if v[0] else "no"), bits)
put("words-unique.txt", "".join("answer %s of the run\n" % hashlib.sha1(b"%d" % i).hexdigest() for i in range(N)))

# Spreadsheets by their rules
point = lambda x, d=2: ("%." + str(d) + "f") % x
comma = lambda x, d=2: point(x, d).replace(".", ",")


def grouped(x, mark, sign):
    return f"{x:,.2f}".replace(",", "\0").replace(".", sign).replace("\0", mark)


def money(side, scale, r):
    return np.round(11600 + side + r.laplace(0, scale, N), 2)


bom = "\ufeff"
pairs("sheet-german", "csv", lambda v, side: bom + '"Woche 1";"Woche 2"\r\n' + "".join(
    "%s;%s\r\n" % tuple(map(comma, x)) for x in v))
pairs("sheet-german-thousands", "csv", lambda v, side: bom + "Umsatz;Filialen\r\n" + "".join(
    "%s;%d\r\n" % (grouped(x, ".", ","), 7) for x in v), money)
pairs("sheet-us-thousands", "csv", lambda v, side: "revenue,stores\r\n" + "".join(
    '"%s",%d\r\n' % (grouped(x, ",", "."), 7) for x in v), money)
pairs("sheet-us-thousands-alone", "txt", lines(lambda x: grouped(x, ",", ".")), money)
pairs("sheet-french", "csv", lambda v, side: bom + "recettes;magasins\r\n" + "".join(
    "%s;%d\r\n" % (grouped(x, "\u202f", ","), 7) for x in v), money)
pairs("sheet-french-alone", "txt", lines(lambda x: grouped(x, " ", ",")), money)
pairs("sheet-nbsp", "csv", lambda v, side: "recettes;magasins\r\n" + "".join(
    "%s;%d\r\n" % (grouped(x, "\u00a0", ","), 7) for x in v), money)
pairs("sheet-swiss", "csv", lambda v, side: "Umsatz;Filialen\r\n" + "".join(
    "%s;%d\r\n" % (grouped(x, "'" if side else "\u2019", "."), 7) for x in v), money)
pairs("sheet-comma-alone", "csv", lambda v, side: "".join(comma(x, 1) + "\r\n" for x in v), one)
pairs("sheet-number-column", "csv", lambda v, side: bom + "Nr;Woche 1;Woche 2\r\n" + "".join(
    "%d;%s;%s\r\n" % (1 + i + side * N, *map(comma, x)) for i, x in enumerate(v)))
pairs("sheet-day", "csv", lambda v, side: bom + "Tag;Wert\r\n" + "".join("%s;%s\r\n" % (
    (datetime.date(2024, 5, 1) + datetime.timedelta(days=i + side)).strftime("%d.%m.%Y"), comma(x, 3))
    for i, x in enumerate(v)), one)
pairs("sheet-sep-line", "csv", lambda v, side: "sep=;\r\na;b\r\n" + "".join("%s;%s\r\n" % tuple(map(point, x)) for x in v))
pairs("sheet-empty-columns", "csv", lambda v, side: "a,b,,\r\n" + "".join("%s,%s,,\r\n" % tuple(map(point, x)) for x in v))
pairs("sheet-brackets", "csv", lines(lambda x: point(x) if x >= 0 else "(%s)" % point(-x)), lambda s, k, r: one(s, k, r) - 20)
pairs("sheet-sentinel", "csv", lambda v, side: "".join(
    "%.3f,%s\n" % (x, -999 if i % 20 == 3 else "%.3f" % y) for i, (x, y) in enumerate(v)))
pairs("sheet-cents", "csv", lambda v, side: "cents,stores\n" + "".join("%d,7\n" % (100000 * x) for x in v), money)
put("durations.csv", "".join("00:%02d:%06.3f,3\n" % (x / 60, x % 60) for x in one(0, 1, rng("durations")) * 20))
pairs("sheet-minus-sign", "csv", lambda v, side: "".join(comma(x, 3).replace("-", "\u2212") + "\r\n" for x in v),
      lambda s, k, r: one(s, k, r) - 20)
pairs("sheet-cr-only", "csv", lambda v, side: "a,b\r" + "".join("%s,%s\r" % tuple(map(point, x)) for x in v))
text = "a\tb\r\n" + "".join("%s\t%s\r\n" % tuple(map(comma, x)) for x in two(0, 1, rng("utf-16")))
put("utf-16-le.txt", b"\xff\xfe" + text.encode("utf-16-le"))
put("utf-16-be.txt", b"\xfe\xff" + text.encode("utf-16-be"))
put("utf-16-no-mark.txt", text.encode("utf-16-le"))
put("latin-1.csv", ("Übernachtungen;Gäste\r\n" + "".join(
    "%s;%s\r\n" % tuple(map(comma, x)) for x in two(0, 1, rng("latin-1")))).encode("latin-1"))
put("sheet-total-row.csv", "Filiale;Umsatz\r\n" + "".join(
    "Ulm;%s\r\n" % comma(x) for x in one(0, 1, rng("total"))) + "Summe;4.012,50;;\r\n")
put("sheet-units.csv", "".join(comma(x) + " km/h schnell um %d Uhr\r\n" % i for i, x in enumerate(one(0, 1, rng("units")))))

# Canaries, as auditors of training write them: both inputs in one file. Claim: mu 1; true 0.8 and 4.
for which, mu in (("right", 0.8), ("wrong", 4.0)):
    for order in ("shuffled", "sorted"):
        r = rng("canaries", which)
        member = np.arange(2 * N) < N
        if order == "shuffled":
            r.shuffle(member)
        score = np.round(r.normal(0, 1, 2 * N) + mu * member, 4)
        d = pd.DataFrame({"canary_id": np.arange(2 * N), "score": score, "is_member": member})
        d.to_csv("canaries-%s.%s.csv" % (order, which), index=False)
    d.to_json("canaries-json.%s.jsonl" % which, orient="records", lines=True)
    d.assign(is_member=member.astype(int), loss=np.round(-score + r.normal(0, 1, 2 * N), 4)).to_csv(
        "canaries-index.%s.csv" % which, sep="\t")
    d.drop(columns="canary_id").sample(frac=1, random_state=1).to_csv("canaries-number.%s.csv" % which, index=False,
                                                                     header=False)
    r = rng("side-by-side", which)
    scale = 1.0 if which == "right" else 0.05
    x, y = two(0, scale, r), two(1, scale, r)
    pd.DataFrame({"run": np.arange(N), "before": x[:, 0], "after": y[:, 0]}).to_csv("pair-one.%s.csv" % which, index=False)
    pd.DataFrame({"n_0": x[:, 0], "q_0": x[:, 1], "n_1": y[:, 0], "q_1": y[:, 1]}).to_csv(
        "pair-two.%s.csv" % which, index=False, sep=";", decimal=",")
    put("pair-json.%s.jsonl" % which, "".join(
        json.dumps({"in": float(a), "out": float(b)}) + "\n" for a, b in zip(x[:, 0], y[:, 0])))

# Damage
text = "n,sumsq\n" + "".join("%s,%s\n" % tuple(map(float, x)) for x in two(0, 1, rng("damage")))
rows = text.splitlines(True)
pairs("comment-middle", "csv", lambda v, side: "n,sumsq\n" + "".join(
    ("# restarted\n" if i == 120 else "") + "%s,%s\n" % tuple(map(float, x)) for i, x in enumerate(v)))
pairs("two-headers", "csv", lambda v, side: "n,sumsq\nkm/h,m\n" + "".join("%s,%s\n" % tuple(x) for x in v))
pairs("title-above", "csv", lambda v, side: "Messung vom 3. Mai\n\nn;sumsq\n" + "".join("%s;%s\n" % tuple(map(comma, x)) for x in v))
pairs("header-twice-same", "csv", lambda v, side: "n,n\n" + "".join("%s,%s\n" % tuple(x) for x in v))
pairs("comment-slashes", "txt", lambda v, side: "// seed 7\n// n sumsq\n" + "".join("%s %s\n" % tuple(map(float, x)) for x in v))
pairs("header-again", "csv", lambda v, side: "".join(
    ("n,sumsq\n" if i in (0, 80, 150) else "") + "%s,%s\n" % tuple(map(float, x)) for i, x in enumerate(v)))
pairs("blank-lines", "txt", lambda v, side: "".join(("\n" if i % 9 == 0 else "") + "%s %s\n" % tuple(map(float, x))
                                                  for i, x in enumerate(v)) + "\n\n")
pairs("no-last-line-feed", "csv", lambda v, side: "n,sumsq\n" + "\n".join("%s,%s" % tuple(map(float, x)) for x in v))
put("truncated-line.csv", "".join(rows[:150]) + rows[150][:4])
put("truncated-gz.csv.gz", gzip.compress(text.encode(), mtime=0)[:-200])
put("long-row.csv", "".join(rows[:90]) + "1.5,2.5,3.5\n" + "".join(rows[90:]))
put("progress-line.txt", "".join(r.replace(",", " ") for r in rows[1:100]) + "Epoch 3: loss 0.42, 12 s left\n" +
    "".join(r.replace(",", " ") for r in rows[100:]))
put("word-in-numbers.txt", "".join(r.split(",")[0] + "\n" for r in rows[1:100]) + "1.2.3\n" +
    "".join(r.split(",")[0] + "\n" for r in rows[100:]))
put("nul-bytes.csv", text[:900].encode() + b"\0\0\0\0" + text[904:].encode())
put("empty.csv", "")
put("header-only.csv", "n,sumsq\n")
put("comments-only.txt", "# n sumsq\n# none yet\n")
put("json-ragged.jsonl", "".join(json.dumps(list(range(3 + i // 50))) + "\n" for i in range(N)))
put("json-truncated.json", json.dumps([float(x) for x in one(0, 1, rng("json"))])[:-30])
put("json-damaged.jsonl", "".join('{"n": %s}\n' % float(x) if i != 70 else '{"n": 12.\n' for i, x in
                                  enumerate(one(0, 1, rng("json")))))

# Languages that are not here, by the rules of their printing
f32 = lambda s, k, r: np.round(two(s, k, r, 9) * 1024) / 1024
short = lambda x: str(np.float32(x))
pairs("julia-float32", "txt", lines(lambda v: "Float32[%s, %s]" % tuple(map(short, v))), f32)
pairs("julia-show-float32", "txt", lines(lambda v: short(v) + "f0"), lambda s, k, r: f32(s, k, r)[:, 0])
pairs("julia-any", "txt", lines(lambda v: "Any[%d, %s]" % (v[0], "true" if v[1] > 30 else "false")))
pairs("matlab-mat2str", "txt", lines(lambda v: "[%s %s]" % tuple(map(float, v))))
pairs("matlab-disp", "txt", lines(lambda v: "%10.4f%10.4f" % tuple(v)))
put("matlab-scaled.txt", "   1.0e+03 *\n\n" + "".join("    %.4f    %.4f\n" % tuple(x / 1000)
                                                   for x in two(0, 1, rng("scaled")) * 30))
pairs("go-struct", "txt", lines(lambda v: "{%s %s}" % tuple(map(float, v))))
pairs("go-float32", "txt", lines(lambda v: "%s %s" % tuple(map(short, v))), f32)
pairs("rust-option", "txt", lines(lambda v: "Some(%s)" % float(v) if v < 22 else "None"), one)
pairs("java-list", "txt", lines(lambda v: "[%s, %s]" % tuple(("%E" % x).replace("E+0", "E").replace("E-0", "E-")
                                                           for x in v)))
pairs("torch", "txt", lines(lambda v: "tensor([%s, %s], dtype=torch.float64)" % tuple(map(float, v))))
pairs("labels", "txt", lines(lambda v: "n: %.3f, sumsq: %.3f" % tuple(v)))
pairs("scala-list", "txt", lines(lambda v: "List(%s, %s)" % tuple(map(float, v))))
pairs("fortran", "txt", lines(lambda v: "  %s  %s" % tuple(("%.12E" % x).replace("E", "D") for x in v)))
pairs("cpp-stream", "txt", lines(lambda v: "%g %g " % tuple(v)))
pairs("psql", "txt", lambda v, side: "   n    |  sumsq  \n--------+---------\n" + "".join(
    " %6.3f | %7.3f\n" % tuple(x) for x in v) + "(%d rows)\n\n" % len(v))
pairs("markdown", "md", lambda v, side: "|      n |   sumsq |\n|-------:|--------:|\n" + "".join(
    "| %6.3f | %7.3f |\n" % tuple(x) for x in v))
pairs("latex", "tex", lambda v, side: "".join("%.3f & %.3f \\\\\n" % tuple(x) for x in v))
