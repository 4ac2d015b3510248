#!/usr/bin/env python3
"""Proves mistakes: python3 prove.py [email oncall uptime | mistake ids ...] [--write] [--from-json] [--fast]

For each mistake: copy examples/fourth-candidate, apply the edits, build, start clean and faulty one after the other on a free port,
run the showing sequence against both. Proven = clean gives what is expected, faulty something else.
--write saves the proven ones into mistakes.json (those of other areas in it are kept)."""
import importlib, json, os, shutil, socket, subprocess, sys, threading, time, urllib.error, urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.path.join(HERE, "../../../../../examples/fourth-candidate")
AREAS = ["email", "oncall", "uptime"]
# --fast: without optimizations and debug data, a quarter of the time
FAST = ["-gcflags=-N -l", "-ldflags=-s -w"] if "--fast" in sys.argv else []
ENV = dict(os.environ, GOTOOLCHAIN="local", GOMAXPROCS="2")  # go must be in the PATH


class S:
    """One running service."""

    def __init__(self, port):
        self.port = port
        self.base = "http://127.0.0.1:%d" % port

    def call(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        h = {"Content-Type": "application/json"} if data is not None else {}
        h.update(headers or {})
        r = urllib.request.Request(self.base + path, data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(r, timeout=15) as a:
                st, raw = a.status, a.read()
        except urllib.error.HTTPError as e:
            st, raw = e.code, e.read()
        try:
            return st, json.loads(raw) if raw.strip() else None
        except ValueError:
            return st, raw.decode("utf-8", "replace")

    def api(self, method, path, body=None, who="olga", org=None, key=None):
        h = {"Authorization": "Bearer " + (key or "session-" + who)}
        if org:
            h["X-Organization"] = org
        return self.call(method, "/api/v1" + path, body, h)

    def ok(self, *a, **k):
        st, b = self.api(*a, **k)
        assert 200 <= st < 300, (a, st, b)
        return b

    def ev(self, name, **body):
        st, b = self.call("POST", "/_understudy/events/" + name, body)
        assert st == 200, (name, body, st, b)
        return b

    def freeze(self, now=None):
        b = {"mode": "frozen"}
        if now:
            b["now"] = now
        st, r = self.call("PUT", "/_understudy/clock", b)
        assert st == 200, r
        return r["clock"]["now"]

    def advance(self, by):
        st, r = self.call("POST", "/_understudy/clock/advance", {"by": by})
        assert st == 200, r

    def at_once(self):
        st, r = self.call("PUT", "/_understudy/clock/progress", {"mode": "at-once"})
        assert st == 200, r

    def pages(self, incident):
        return self.call("GET", "/_understudy/pages?incidentId=" + incident)[1]["pages"]

    def attempts(self, endpoint):
        return self.call("GET", "/_understudy/webhook-deliveries?endpointId=" + endpoint)[1]["attempts"]


def free_port():
    for _ in range(50):
        with socket.socket() as k:
            k.bind(("127.0.0.1", 0))
            p = k.getsockname()[1]
            if p > 20000:
                return p
    raise SystemExit("no free port")


def build(edits, to):
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(CLEAN, to)
    for e in edits:
        f = os.path.join(to, e["file"])
        t = open(f, encoding="utf-8").read()
        clean = open(os.path.join(CLEAN, e["file"]), encoding="utf-8").read()
        assert clean.count(e["find"]) == 1, "%d times in %s: %r" % (clean.count(e["find"]), e["file"], e["find"])
        assert t.count(e["find"]) == 1, "no longer once after the other edits: %r" % e["find"]
        os.chmod(f, 0o644)
        open(f, "w", encoding="utf-8").write(t.replace(e["find"], e["replace"]))
    r = subprocess.run(["go", "build"] + FAST + ["-o", "service", "."], cwd=to, env=ENV, capture_output=True, text=True, timeout=240)
    assert r.returncode == 0, "does not build:\n" + r.stderr


def run(folder, show):
    port = free_port()
    p = subprocess.Popen([os.path.join(folder, "service"), "-port", str(port)], cwd=folder, env=ENV,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watchdog = threading.Timer(90, p.kill)
    watchdog.start()
    try:
        s = S(port)
        for _ in range(100):
            try:
                if s.call("GET", "/_understudy/health")[0] == 200:
                    break
            except OSError:
                time.sleep(0.05)
        return show(s)
    finally:
        watchdog.cancel()
        p.kill()
        p.wait()


def save(path, good):
    saved = json.load(open(path)) if os.path.exists(path) else []
    ids = {m["id"] for m in good}
    allof = [m for m in saved if m["id"] not in ids] + good
    allof.sort(key=lambda m: AREAS.index(m["areas"][0]))
    with open(path + ".new", "w", encoding="utf-8") as f:
        json.dump(allof, f, indent=2, ensure_ascii=False)
        f.write("\n")
    os.replace(path + ".new", path)


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    write, from_json = "--write" in sys.argv, "--from-json" in sys.argv
    saved = []
    path = os.path.join(HERE, "mistakes.json")
    if os.path.exists(path):
        saved = json.load(open(path))
    todo = []
    for area in AREAS:
        if not os.path.exists(os.path.join(HERE, "shows_%s.py" % area)):
            continue
        mod = importlib.import_module("shows_" + area)
        for m in mod.MISTAKES:
            if not args or area in args or m["id"] in args:
                todo.append((m, mod.SHOWS[m["id"]]))
    if from_json:
        by = {m["id"]: m for m in saved}
        todo = [(by[m["id"]], s) for m, s in todo if m["id"] in by]
    tmp = os.path.join(HERE, "tmp-%d" % os.getpid())
    clean = os.path.join(tmp, "clean")
    build([], clean)
    good, bad = [], []
    for m, (show, expected) in todo:
        try:
            c = run(clean, show)
            assert c == expected, "clean gives %r" % (c,)
            build(m["edits"], os.path.join(tmp, "faulty"))
            try:
                f = run(os.path.join(tmp, "faulty"), show)
            except AssertionError as e:
                f = "refused on the way: %s" % e
            assert f != expected, "faulty gives the same"
            print("proven  %-44s clean %r  faulty %r" % (m["id"], c, f), flush=True)
            good.append(m)
            if write:
                save(path, good)
        except Exception as e:
            print("NOT     %-44s %s: %s" % (m["id"], type(e).__name__, e), flush=True)
            bad.append(m["id"])
    shutil.rmtree(tmp, ignore_errors=True)
    print(len(good), "proven,", len(bad), "not:", bad)


if __name__ == "__main__":
    main()
