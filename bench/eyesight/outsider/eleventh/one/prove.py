"""Proves each mistake: the showing sequence holds on the clean candidate and breaks on the faulty copy.
Usage: python3 prove.py [area ...]    Writes mistakes.json with what is proven (of the areas given; the others stay)."""
import http.client
import importlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.path.join(HERE, "../../../../../examples/third-candidate")
AREAS = ("tokens", "iam", "organization", "registry", "clusters")
PEOPLE = {"owner": "sess-olive-u-100", "admin": "sess-abel-u-101", "member": "sess-mia-u-102", "viewer": "sess-vic-u-103",
          "outsider": "sess-otto-u-200"}
KINDS = ('status', 'schema', 'secrecy', 'isolation', 'guard', 'side effect', 'time', 'order and caps', 'concurrency', 'pagination')
FOUND = []


def mistake(id_, areas, kind, statement, wrong, edits, shown, differs, alone=False, variant=None):
    def wrap(f):
        m = {"id": "l-" + id_, "areas": areas}
        if variant:
            m["variant"] = variant
        m.update(kind=kind, statement=statement, wrong=wrong, requestsAlone=alone,
                 edits=[{"file": a, "find": b, "replace": c} for a, b, c in edits], shownBy=shown, differsAt=differs)
        assert kind in KINDS, kind
        FOUND.append((m, f))
        return f
    return wrap


def no_constant(x):
    raise ValueError("not JSON: " + x)


class Answer:
    def __init__(self, status, raw):
        self.status, self.raw = status, raw
        try:
            self.body = json.loads(raw, parse_constant=no_constant) if raw else None
            self.is_json = bool(raw)
        except ValueError:
            self.body, self.is_json = None, False

    def __getitem__(self, k):
        return self.body[k]

    def __repr__(self):
        return f"{self.status} {self.raw.decode('utf-8', 'replace')[:300]}"


class Client:
    def __init__(self, port):
        self.port = port

    def __call__(self, method, path, body=None, who="owner", org=None, raw=None):
        headers = {}
        if who:
            headers["Authorization"] = "Bearer " + PEOPLE.get(who, who)
        if org:
            headers["X-Org"] = org
        data = raw if raw is not None else (json.dumps(body).encode() if body is not None else None)
        if data is not None:
            headers["Content-Type"] = "application/json"
        if not path.startswith("/_"):
            path = "/api/v1" + path
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            conn.request(method, path, data, headers)
            r = conn.getresponse()
            return Answer(r.status, r.read())
        finally:
            conn.close()

    def ev(self, event_, **body):
        a = self("POST", "/_understudy/events/" + event_, body, who=None)
        return a

    def ok(self, *a, **b):
        r = self(*a, **b)
        assert r.status < 300, (a, r)
        return r

    def happen(self, event_, **body):
        r = self.ev(event_, **body)
        assert r.status == 200, (event_, r)
        return r

    def freeze(self):
        assert self("PUT", "/_understudy/clock", {"mode": "frozen"}, who=None).status == 200

    def advance(self, by):
        assert self("POST", "/_understudy/clock/advance", {"by": by}, who=None).status == 200

    # shortcuts
    def registry(self, slug, **more):
        return self.ok("POST", "/registry/instances", {"slug": slug, **more})

    def push(self, registry, repository, tags=("latest",), **more):
        return self.happen("image-pushed", registry=registry, repository=repository, tags=list(tags), **more)

    def settled(self, name, within=20, **who):
        """Polls until the cluster is neither provisioning nor rolling (or is gone)."""
        end = time.time() + within
        while time.time() < end:
            r = self("GET", "/clusters/" + name, **who)
            if r.status != 200 or r["phase"] == "Running":
                return r
            time.sleep(0.2)
        raise AssertionError("does not settle")

    def slow_cluster(self, name, **more):
        """A running cluster by requests alone."""
        self.ok("POST", "/clusters", {"name": name, "tier": "medium", **more})
        self.settled(name)

    def cluster(self, name, **more):
        """A running cluster; freezes the clock."""
        who = {k: more.pop(k) for k in ("who", "org") if k in more}
        self.freeze()
        self.ok("POST", "/clusters", {"name": name, "tier": "medium", **more}, **who)
        self.advance("PT5S")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, folder, other):
        self.port = free_port()
        self.log = tempfile.TemporaryFile()
        self.p = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(self.port)] + (["--other"] if other else []),
                                  cwd=folder, stdout=subprocess.DEVNULL, stderr=self.log)
        self.client = Client(self.port)
        end = time.time() + 15
        while True:
            try:
                self.client("GET", "/_understudy/health", who=None)
                return
            except OSError:
                if time.time() > end or self.p.poll() is not None:
                    self.log.seek(0)
                    text = self.log.read().decode()
                    self.stop()
                    raise RuntimeError("does not start: " + text[-600:])
                time.sleep(0.05)

    def stop(self):
        if self.p.poll() is None:
            self.p.send_signal(signal.SIGTERM)
            try:
                self.p.wait(3)
            except subprocess.TimeoutExpired:
                self.p.kill()
                self.p.wait(3)
        self.log.close()


def run(server, show):
    """(holds, detail)"""
    server.client("POST", "/_understudy/reset", {}, who=None)
    try:
        return show(server.client)
    except Exception as e:
        return None, f"{type(e).__name__}: {e}"


def main():
    wanted = [a for a in sys.argv[1:] if a in AREAS] or [a for a in AREAS if os.path.exists(os.path.join(HERE, f"shows_{a}.py"))]
    only = [a for a in sys.argv[1:] if a.startswith("l-")]
    sys.modules["prove"] = sys.modules["__main__"]
    sys.dont_write_bytecode = True
    sys.path.insert(0, HERE)
    path = os.path.join(HERE, "mistakes.json")
    kept = json.load(open(path)) if os.path.exists(path) else []
    clean = {}
    try:
        for area in wanted:
            FOUND.clear()
            importlib.import_module("shows_" + area)
            ids = {m["id"] for m, _ in FOUND}
            assert len(ids) == len(FOUND), "ids twice"
            good = []
            for m, show in FOUND:
                if only and m["id"] not in only:
                    continue
                other = m.get("variant") == "b"
                problem = None
                with tempfile.TemporaryDirectory() as tmp:
                    folder = os.path.join(tmp, "c")
                    shutil.copytree(CLEAN, folder)
                    for e in m["edits"]:
                        file = os.path.join(folder, e["file"])
                        text = open(os.path.join(CLEAN, e["file"])).read()
                        if text.count(e["find"]) != 1:
                            problem = f"find stands {text.count(e['find'])} times: {e['find'][:60]}"
                            break
                        now = open(file).read()
                        if now.count(e["find"]) != 1:
                            problem = "edits overlap"
                            break
                        os.chmod(file, 0o644)
                        open(file, "w").write(now.replace(e["find"], e["replace"]))
                    if not problem:
                        if other not in clean:
                            clean[other] = Server(CLEAN, other)
                        holds, detail = run(clean[other], show)
                        if holds is not True:
                            problem = f"clean: {holds} {detail}"
                        else:
                            try:
                                faulty = Server(folder, other)
                                try:
                                    fholds, fdetail = run(faulty, show)
                                finally:
                                    faulty.stop()
                                if fholds is not False:
                                    problem = f"faulty: {fholds} {fdetail}"
                            except RuntimeError as e:
                                problem = str(e)
                if problem:
                    print("NOT", m["id"], problem, flush=True)
                else:
                    good.append(m)
                    print("ok ", m["id"], "|", str(detail)[:110], "|", str(fdetail)[:140], flush=True)
            done = {m["id"] for m in good}
            if only:
                kept = [m for m in kept if m["id"] not in done] + good
            else:
                kept = [m for m in kept if m["id"] not in ids] + good
            json.dump(kept, open(path, "w"), indent=1)
            print(area, len(good), "of", len(FOUND), flush=True)
    finally:
        for s in clean.values():
            s.stop()


if __name__ == "__main__":
    main()
