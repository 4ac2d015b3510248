"""Proves mistakes: python3 prove.py [area or id ...]

For each mistake: copy examples/fourth-candidate, apply its edits, build, start, run its showing sequence against
the clean and the faulty one. A showing sequence answers (holds, seen): the clean one must hold,
the faulty one must not. What is proven goes to mistakes.json.
"""
import importlib, json, os, shutil, socket, subprocess, sys, tempfile, threading, time, traceback
import urllib.error, urllib.request
from contextlib import contextmanager

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.path.join(HERE, "../../../../examples/fourth-candidate")
AREAS = ["tokens", "iam", "organization", "registry", "email", "oncall", "clusters", "uptime"]
GO = os.environ.get("GO", "go")


class Answer:
    def __init__(self, status, text, headers):
        self.status, self.text, self.headers = status, text, headers
        try:
            self.json = json.loads(text)
        except ValueError:
            self.json = None

    def __getitem__(self, k):
        return self.json[k]

    def __repr__(self):
        return "%d %s" % (self.status, self.text[:300])


class Service:
    """A running service; S('GET', '/tokens', who='olga') calls the API."""

    def __init__(self, port):
        self.port = port

    def __call__(self, method, path, body=None, who="olga", org=None, key=None, headers=None, expect=None):
        if not path.startswith("/_understudy"):
            path = "/api/v1" + path
        h = {"Content-Type": "application/json"}
        if key is not None:
            h["Authorization"] = "Bearer " + key
        elif who:
            h["Authorization"] = "Bearer session-" + who
        if org:
            h["X-Organization"] = org
        h.update(headers or {})
        data = None if body is None else json.dumps(body).encode()
        req = urllib.request.Request("http://127.0.0.1:%d%s" % (self.port, path), data=data, method=method, headers=h)
        try:
            with urllib.request.urlopen(req, timeout=15) as r:
                a = Answer(r.status, r.read().decode(), r.headers)
        except urllib.error.HTTPError as e:
            a = Answer(e.code, e.read().decode(), e.headers)
        if expect and a.status != expect:
            raise AssertionError("%s %s: expected %d, got %r" % (method, path, expect, a))
        return a

    def ev(self, name, **body):
        return self("POST", "/_understudy/events/" + name, body, who=None, expect=200)

    def tryev(self, name, **body):
        return self("POST", "/_understudy/events/" + name, body, who=None)

    def advance(self, by):
        return self("POST", "/_understudy/clock/advance", {"by": by}, who=None, expect=200)

    def freeze(self, now=None):
        b = {"mode": "frozen"}
        if now:
            b["now"] = now
        return self("PUT", "/_understudy/clock", b, who=None, expect=200)

    def at_once(self):
        return self("PUT", "/_understudy/clock/progress", {"mode": "at-once"}, who=None, expect=200)

    def now(self):
        return self("GET", "/_understudy/clock", who=None)["now"]

    def reset(self):
        return self("POST", "/_understudy/reset", {}, who=None, expect=200)

    def parallel(self, *calls):
        out = [None] * len(calls)

        def run(i, c):
            out[i] = self(*c[0], **c[1])
        ts = [threading.Thread(target=run, args=(i, c)) for i, c in enumerate(calls)]
        [t.start() for t in ts]
        [t.join(30) for t in ts]
        return out


MISTAKES = []


def mistake(id, areas, kind, statement, wrong, edits, shownBy, differsAt, alone=False):
    """edits: (file, find, replace) each."""
    def deco(f):
        assert id.startswith("h-")
        MISTAKES.append(dict(id=id, areas=areas.split(), kind=kind, statement=statement, wrong=wrong, requestsAlone=alone,
                             edits=[dict(file=a, find=b, replace=c) for a, b, c in edits], shownBy=shownBy, differsAt=differsAt, show=f))
        return f
    return deco


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def build(edits, to):
    shutil.copytree(CLEAN, to)
    for e in edits:
        p = os.path.join(to, e["file"])
        with open(p) as f:
            t = f.read()
        with open(os.path.join(CLEAN, e["file"])) as f:
            n = f.read().count(e["find"])
        if n != 1 or t.count(e["find"]) != 1:
            raise AssertionError("%s: the text stands %d times in the clean file (%d now): %s" % (e["file"], n, t.count(e["find"]), e["find"]))
        os.chmod(p, 0o644)
        with open(p, "w") as f:
            f.write(t.replace(e["find"], e["replace"]))
    env = dict(os.environ, GOTOOLCHAIN="local", GOMAXPROCS="2", GOFLAGS="-mod=mod")
    r = subprocess.run([GO, "build", "-o", "service", "."], cwd=to, env=env, capture_output=True, text=True, timeout=180)
    if r.returncode:
        raise AssertionError("does not build: " + r.stderr[:600])


@contextmanager
def running(folder):
    port = free_port()
    p = subprocess.Popen(["./service", "-port", str(port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=open(os.path.join(folder, "log"), "w"))
    try:
        s = Service(port)
        for _ in range(100):
            try:
                s("GET", "/_understudy/health", who=None, expect=200)
                break
            except OSError:
                time.sleep(0.05)
        yield s
    finally:
        p.terminate()
        try:
            p.wait(5)
        except subprocess.TimeoutExpired:
            p.kill()


def outcome(show, s):
    s.reset()
    try:
        return show(s)
    except Exception as e:
        return None, "".join(traceback.format_exception(e)[-2:])


def main():
    sys.modules["prove"] = sys.modules["__main__"]
    sys.path.insert(0, HERE)
    sys.path.insert(0, os.path.join(HERE, "cases"))
    for a in AREAS:
        if os.path.exists(os.path.join(HERE, "cases", "shows_%s.py" % a)):
            importlib.import_module("shows_" + a)
    ids = [m["id"] for m in MISTAKES]
    assert len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1]
    want = [a for a in sys.argv[1:]]
    chosen = [m for m in MISTAKES if not want or m["id"] in want or m["areas"][0] in want]
    out = os.path.join(HERE, "mistakes.json")
    proven = {}
    if os.path.exists(out):
        with open(out) as f:
            proven = {m["id"]: m for m in json.load(f)}
    with tempfile.TemporaryDirectory(prefix="prove-") as tmp:
        build([], os.path.join(tmp, "clean"))
        with running(os.path.join(tmp, "clean")) as clean:
            for m in chosen:
                ok, why = False, ""
                folder = os.path.join(tmp, m["id"])
                try:
                    good, seen = outcome(m["show"], clean)
                    if good is not True:
                        raise AssertionError("the clean one does not hold: %s" % (seen,))
                    build(m["edits"], folder)
                    with running(folder) as s:
                        holds, seen2 = outcome(m["show"], s)
                        if holds is None:
                            raise AssertionError("the sequence broke off at the faulty one: %s" % (seen2,))
                        if holds is not False:
                            raise AssertionError("nothing differs: %s" % (seen2,))
                    ok, why = True, "clean %s | faulty %s" % (str(seen)[:110], str(seen2)[:110])
                except Exception as e:
                    why = str(e)
                shutil.rmtree(folder, ignore_errors=True)
                print("%s %s: %s" % ("PROVEN" if ok else "NOT   ", m["id"], why), flush=True)
                if ok:
                    proven[m["id"]] = {k: v for k, v in m.items() if k != "show"}
                else:
                    proven.pop(m["id"], None)
                final = [proven[i] for i in ids if i in proven]
                with open(out + ".new", "w") as f:
                    json.dump(final, f, indent=1, ensure_ascii=False)
                os.replace(out + ".new", out)
    print("%d proven in all" % len([i for i in ids if i in proven]))


if __name__ == "__main__":
    main()
