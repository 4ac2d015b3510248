#!/usr/bin/env python3
"""Proves mistakes: builds the clean and a faulty copy, runs the showing sequence against both.

  python3 prove.py                 every mistake of mistakes.json
  python3 prove.py ID...           only these
  python3 prove.py --list          the ids

Needs `go` on the PATH (or its path in the variable GO).
"""
import importlib, json, os, shutil, socket, subprocess, sys, tempfile, time
import urllib.error, urllib.parse, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.path.join(HERE, "../../../../../examples/fourth-candidate")
GO = os.environ.get("GO") or shutil.which("go") or "go"
AREAS = ["general", "tokens", "iam", "organization", "registry", "clusters"]


class Answer:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try:
            self.json = json.loads(raw) if raw else None
        except ValueError:
            self.json = None

    @property
    def type(self):
        return self.headers.get("Content-Type", "").split(";")[0]


class Client:
    """A caller of one running service."""

    def __init__(self, port):
        self.base = "http://127.0.0.1:%d" % port

    def raw(self, method, path, body=None, headers=None):
        data = None if body is None else (body if isinstance(body, bytes) else json.dumps(body).encode())
        req = urllib.request.Request(self.base + path, data=data, method=method)
        for k, v in (headers or {}).items():
            req.add_header(k, v)
        try:
            with urllib.request.urlopen(req, timeout=20) as r:
                return Answer(r.status, r.headers, r.read())
        except urllib.error.HTTPError as e:
            return Answer(e.code, e.headers, e.read())

    def api(self, method, path, body=None, who="olga", org=None, bearer=None):
        """who: the person of a session, None for nobody; bearer: another credential."""
        h = {"Content-Type": "application/json"}
        if bearer:
            h["Authorization"] = "Bearer " + bearer
        elif who:
            h["Authorization"] = "Bearer session-" + who
        if org:
            h["X-Organization"] = org
        return self.raw(method, "/api/v1" + path, body, h)

    def ok(self, *a, **k):
        r = self.api(*a, **k)
        assert 200 <= r.status < 300, "%s: %d %r" % (a, r.status, r.raw)
        return r

    def event(self, name, **body):
        r = self.raw("POST", "/_understudy/events/" + name, body)
        assert r.status == 200, "event %s: %d %r" % (name, r.status, r.raw)
        return r.json

    def advance(self, by):
        r = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        assert r.status == 200, r.raw

    def progress(self, mode):
        r = self.raw("PUT", "/_understudy/clock/progress", {"mode": mode})
        assert r.status == 200, r.raw


def free_port():
    with socket.socket() as s:
        while True:
            s.close()
            s = socket.socket()
            s.bind(("127.0.0.1", 0))
            p = s.getsockname()[1]
            if p > 20000:
                s.close()
                return p


def build(edits, where):
    """A copy of the fourth candidate with the edits; they must each find their text exactly once in the clean file."""
    shutil.copytree(CLEAN, where)
    clean = {}
    for e in edits:
        f = os.path.join(where, e["file"])
        if f not in clean:
            clean[f] = open(f, encoding="utf-8").read()
        assert clean[f].count(e["find"]) == 1, "%s: %d times: %r" % (e["file"], clean[f].count(e["find"]), e["find"])
        now = open(f, encoding="utf-8").read()
        assert now.count(e["find"]) == 1, "edits overlap in " + e["file"]
        open(f, "w", encoding="utf-8").write(now.replace(e["find"], e["replace"]))
    env = dict(os.environ, GOTOOLCHAIN="local", GOMAXPROCS="2")
    r = subprocess.run([GO, "build", "-o", "service", "."], cwd=where, env=env, capture_output=True, text=True, timeout=240)
    assert r.returncode == 0, "does not build: " + r.stderr


def run(where, show):
    port = free_port()
    p = subprocess.Popen([os.path.join(where, "service"), "-port", str(port)], cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        c = Client(port)
        for _ in range(100):
            try:
                if c.raw("GET", "/_understudy/health").status == 200:
                    break
            except OSError:
                time.sleep(0.05)
        else:
            raise AssertionError("does not start")
        return show(c)
    finally:
        p.kill()
        p.wait(timeout=10)


def main():
    mistakes = json.load(open(os.path.join(HERE, "mistakes.json"), encoding="utf-8"))
    if sys.argv[1:] == ["--list"]:
        print("\n".join(m["id"] for m in mistakes))
        return
    shows = {}
    sys.path.insert(0, HERE)
    sys.dont_write_bytecode = True
    for a in AREAS:
        if os.path.exists(os.path.join(HERE, "shows_%s.py" % a)):
            shows.update(importlib.import_module("shows_" + a).SHOWS)
    wanted = [m for m in mistakes if not sys.argv[1:] or m["id"] in sys.argv[1:]]
    bad = 0
    with tempfile.TemporaryDirectory(prefix="prove-") as tmp:
        clean = os.path.join(tmp, "clean")
        build([], clean)
        for m in wanted:
            try:
                show, where, expect_clean, expect_faulty = shows[m["id"]]
                faulty = os.path.join(tmp, "faulty")
                build(m["edits"], faulty)
                a, b = run(clean, show), run(faulty, show)
                shutil.rmtree(faulty)
                assert a[where] == expect_clean, "clean: %s is %r" % (where, a[where])
                assert b[where] == expect_faulty, "faulty: %s is %r" % (where, b[where])
                assert a[where] != b[where], "no difference"
                rest = {k for k in set(a) | set(b) if k != where and a.get(k) != b.get(k)}
                print("proven  %-45s %s: %r -> %r%s" % (m["id"], where, a[where], b[where], "  also differs: %s" % sorted(rest) if rest else ""), flush=True)
            except Exception as e:
                bad += 1
                shutil.rmtree(os.path.join(tmp, "faulty"), ignore_errors=True)
                print("FAILED  %-45s %s: %s" % (m["id"], type(e).__name__, e), flush=True)
    print("%d of %d proven" % (len(wanted) - bad, len(wanted)))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
