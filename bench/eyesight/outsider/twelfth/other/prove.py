#!/usr/bin/env python3
"""Proves mistakes: python3 prove.py [id ...]  (all of mistakes.json without ids).

For each one: copy the fourth candidate, apply the edits, build, start the clean and the faulty service one after the
other, run the showing sequence against both, and compare what was seen with what the sequence expects."""
import importlib, json, os, shutil, signal, socket, subprocess, sys, tempfile, time, urllib.error, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.path.join(HERE, "../../../../../examples/fourth-candidate")
TMP = tempfile.mkdtemp()
ENV = dict(os.environ, GOTOOLCHAIN="local", GOMAXPROCS="2")  # go must be on the PATH


class Client:
    def __init__(self, port):
        self.port, self.base = port, "http://127.0.0.1:%d" % port

    def http(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        r = urllib.request.Request(self.base + path, data=data, method=method, headers=dict(headers or {}))
        if data is not None:
            r.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(r, timeout=15) as a:
                status, raw = a.status, a.read()
        except urllib.error.HTTPError as e:
            status, raw = e.code, e.read()
        try:
            return status, json.loads(raw)
        except ValueError:
            return status, raw.decode("utf-8", "replace")

    def api(self, method, path, body=None, who="olga", org=None, token=None):
        h = {"Authorization": "Bearer " + (token or "session-" + who)}
        if org:
            h["X-Organization"] = org
        return self.http(method, "/api/v1" + path, body, h)

    def ok(self, method, path, body=None, **k):
        s, v = self.api(method, path, body, **k)
        assert 200 <= s < 300, (method, path, s, v)
        return v

    def event(self, name, body):
        return self.http("POST", "/_understudy/events/" + name, body)

    def evok(self, name, body):
        s, v = self.event(name, body)
        assert s == 200, (name, s, v)
        return v

    def ctl(self, method, path, body=None):
        s, v = self.http(method, "/_understudy" + path, body)
        assert s < 300, (path, s, v)
        return v

    def freeze(self, now="2026-03-05T09:00:00Z"):
        self.ctl("PUT", "/clock", {"mode": "frozen", "now": now})

    def advance(self, by):
        return self.ctl("POST", "/clock/advance", {"by": by})


def run(cmd, cwd, timeout):
    p = subprocess.run(cmd, cwd=cwd, env=ENV, timeout=timeout, capture_output=True, text=True)
    if p.returncode:
        raise RuntimeError(p.stdout + p.stderr)


def build(name, edits):
    d = os.path.join(TMP, name)
    shutil.rmtree(d, ignore_errors=True)
    shutil.copytree(CLEAN, d)
    for e in edits:
        f = os.path.join(d, e["file"])
        s = open(f).read()
        if s.count(e["find"]) != 1:
            raise RuntimeError("%s: found %d times: %r" % (e["file"], s.count(e["find"]), e["find"][:80]))
        open(f, "w").write(s.replace(e["find"], e["replace"]))
    run(["go", "build", "-o", "service", "."], d, 180)
    run(["go", "vet", "."], d, 180) if "--vet" in sys.argv else None
    return d


def observe(d, f):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    p = subprocess.Popen(["./service", "-port", str(port)], cwd=d, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        c = Client(port)
        for _ in range(100):
            try:
                c.http("GET", "/_understudy/health")
                break
            except OSError:
                time.sleep(0.05)
        return f(c)
    finally:
        p.kill()
        p.wait(10)


def main():
    only = [a for a in sys.argv[1:] if not a.startswith("-")]
    shows = {}
    for area in ("email", "oncall", "uptime", "registry"):
        if os.path.exists(os.path.join(HERE, "shows_%s.py" % area)):
            shows.update(importlib.import_module("shows_" + area).SHOWS)
    os.makedirs(TMP, exist_ok=True)
    clean = build("clean", [])
    bad = []
    for m in json.load(open(os.path.join(HERE, "mistakes.json"))):
        if only and m["id"] not in only:
            continue
        try:
            f, want_clean, want_faulty = shows[m["id"]]
            d = build("faulty", m["edits"])
            a, b = observe(clean, f), observe(d, f)
            good = a == want_clean and b == want_faulty and a != b
            print("%-6s %-8s %s\n         clean  %s\n         faulty %s" % ("proven" if good else "NOT", m["statement"], m["id"], json.dumps(a), json.dumps(b)), flush=True)
        except Exception as e:
            good = False
            print("NOT    %-8s %s: %s: %s" % (m["statement"], m["id"], type(e).__name__, e), flush=True)
        if not good:
            bad.append(m["id"])
    shutil.rmtree(TMP, ignore_errors=True)
    print("not proven: %s" % (", ".join(bad) or "none"))
    return 1 if bad else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *a: sys.exit(2))  # so that the service is stopped too
    sys.exit(main())
