#!/usr/bin/env python3
"""Proves the mistakes: each showing sequence runs against the clean candidate and against a copy with the edits.
python3 prove.py [area ...] [--only ID] : prints both outcomes and writes mistakes.json with what differed."""
import http.client, importlib, json, os, shutil, socket, subprocess, sys, tempfile, time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.path.join(HERE, "../../../../../examples/third-candidate")
ALL = []
SESSION = {"olive": "sess-olive-u-100", "abel": "sess-abel-u-101", "mia": "sess-mia-u-102", "vic": "sess-vic-u-103",
           "otto": "sess-otto-u-200"}


def mistake(id, areas, kind, statement, wrong, edits, shown_by, differs, variant=None, alone=False):
    def wrap(show):
        m = {"id": id, "areas": areas.split()}
        if variant:
            m["variant"] = variant
        m.update(kind=kind, statement=statement, wrong=wrong, requestsAlone=alone,
                 edits=[{"file": f, "find": a, "replace": b} for f, a, b in edits], shownBy=shown_by, differsAt=differs)
        ALL.append((m, show))
        return show
    return wrap


class Api:
    def __init__(self, port):
        self.port = port

    def raw(self, method, path, body=None, bearer=None, org=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        head = {"Content-Type": "application/json"}
        if bearer:
            head["Authorization"] = "Bearer " + bearer
        if org:
            head["X-Org"] = org
        c.request(method, path, None if body is None else json.dumps(body), head)
        r = c.getresponse()
        data, type_ = r.read(), r.getheader("Content-Type")
        c.close()
        return r.status, data, type_

    def call(self, method, path, body=None, by="olive", org=None):
        status, data, _ = self.raw(method, "/api/v1" + path, body, SESSION.get(by, by), org)
        try:
            return status, json.loads(data) if data else None
        except ValueError:
            return status, data

    def ok(self, method, path, body=None, by="olive", org=None):
        status, data = self.call(method, path, body, by, org)
        assert status < 300, (method, path, status, data)
        return data

    def event(self, name, **body):
        status, data, _ = self.raw("POST", "/_understudy/events/" + name, body)
        return status, json.loads(data)

    def did(self, name, **body):
        status, data = self.event(name, **body)
        assert status == 200, (name, status, data)
        return data

    def freeze(self, now=None):
        self.raw("PUT", "/_understudy/clock", {"mode": "frozen", **({"now": now} if now else {})})

    def advance(self, by):
        status, data, _ = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        assert status == 200, data
        return json.loads(data)

    def control(self, path):
        return json.loads(self.raw("GET", "/_understudy" + path)[1])


class Server:
    def __init__(self, edits, other):
        self.dir = tempfile.mkdtemp(prefix="faulty-", dir=HERE)
        where = os.path.join(self.dir, "candidate")
        shutil.copytree(CLEAN, where)
        for e in edits:
            file = os.path.join(where, e["file"])
            text = open(file).read()
            assert text.count(e["find"]) == 1, f"{e['file']}: {text.count(e['find'])} times: {e['find']}"
            open(file, "w").write(text.replace(e["find"], e["replace"]))
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.log = open(os.path.join(self.dir, "err"), "w+")
        self.p = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(port)] + (["--other"] if other else []),
                                  cwd=where, stdout=subprocess.PIPE, stderr=self.log)
        self.p.stdout.readline()
        self.api = Api(port)

    def reset(self):
        self.api.raw("POST", "/_understudy/reset", {})

    def stop(self):
        self.p.terminate()
        try:
            self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.p.kill()
        self.log.seek(0)
        out = self.log.read()
        self.log.close()
        shutil.rmtree(self.dir, ignore_errors=True)
        return out


def main():
    args = sys.argv[1:]
    only = args[args.index("--only") + 1] if "--only" in args else None
    areas = [a for a in args if a in ("email", "oncall", "uptime")] or ["email", "oncall", "uptime"]
    for a in areas:
        if os.path.exists(os.path.join(HERE, f"shows_{a}.py")):
            importlib.import_module("shows_" + a)
    path = os.path.join(HERE, "mistakes.json")
    kept = {m["id"]: m for m in json.load(open(path))} if os.path.exists(path) else {}
    clean, bad = {}, 0
    try:
        for m, show in ALL:
            if only and only not in m["id"]:
                continue
            other = m.get("variant") == "b"
            if other not in clean:
                clean[other] = Server([], other)
            clean[other].reset()
            faulty, good, wrong, err = None, None, None, ""
            try:
                good = show(clean[other].api)
                faulty = Server(m["edits"], other)
                wrong = show(faulty.api)
            except Exception as e:
                err = f"{type(e).__name__}: {e}"
            trace = faulty.stop() if faulty else ""
            if err or good == wrong or trace:
                bad += 1
                kept.pop(m["id"], None)
                print("NOT", m["id"], err, "clean", good, "faulty", wrong, trace[-600:], flush=True)
            else:
                kept[m["id"]] = m
                print("ok ", m["id"], "| clean", good, "| faulty", wrong, flush=True)
    finally:
        for s in clean.values():
            t = s.stop()
            if t:
                print("CLEAN TRACE", t[-1500:])
    order = {m["id"]: n for n, (m, _) in enumerate(ALL)}
    every = sorted(kept.values(), key=lambda m: (m["areas"][0], order.get(m["id"], 0)))
    json.dump(every, open(path, "w"), indent=2, ensure_ascii=False)
    print(len(kept), "kept,", bad, "not")


if __name__ == "__main__":
    sys.modules["prove"] = sys.modules["__main__"]
    main()
