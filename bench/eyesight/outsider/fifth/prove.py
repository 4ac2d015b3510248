#!/usr/bin/env python3
"""Proves the mistakes of cases/*.py: the showing sequence on the clean candidate gives `clean`, on the copy with the edits `faulty`.
prove.py [id or file substrings...]; without arguments everything. Proven ones are written to mistakes.json (merged by id)."""
import http.client, importlib.util, json, os, re, shutil, socket, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
CANDIDATE = os.path.join(HERE, "../../../../examples/third-candidate")
ACTORS = {"owner": "sess-olive-u-100", "admin": "sess-abel-u-101", "member": "sess-mia-u-102", "viewer": "sess-vic-u-103",
          "outsider": "sess-otto-u-200"}
CASES = []


def case(id, areas, kind, statement, wrong, edits, show, clean, faulty, differs, alone=False, variant=None):
    CASES.append(dict(id="e-" + id, areas=areas.split(), kind=kind, statement=statement, wrong=wrong, edits=edits, show=show, clean=clean,
                      faulty=faulty, differs=differs, alone=alone, variant=variant))


class R:
    def __init__(self, status, body, raw):
        self.status, self.body, self.raw = status, body, raw

    def __getitem__(self, k):
        return self.body[k]

    def ids(self, env, f="id"):
        return [x[f] for x in self.body[env]]


class Actor:
    def __init__(self, s, name, headers):
        self.s, self.name, self.headers = s, name, headers

    def do(self, method, path, body=None):
        return self.s.request(self.name, self.headers, method, "/api/v1" + path, body)

    def get(self, p): return self.do("GET", p)
    def post(self, p, b=None): return self.do("POST", p, b)
    def put(self, p, b=None): return self.do("PUT", p, b)
    def patch(self, p, b=None): return self.do("PATCH", p, b)
    def delete(self, p): return self.do("DELETE", p)


class S:
    def __init__(self, port):
        self.port, self.steps, self.known, self.sent = port, [], {}, ""
        for n, t in ACTORS.items():
            setattr(self, n, Actor(self, n, {"Authorization": "Bearer " + t}))
        self.elsewhere = Actor(self, "member-elsewhere", {"Authorization": "Bearer " + ACTORS["member"], "X-Org": "contoso"})
        self.nobody = Actor(self, "nobody", {})
        self.mutex = threading.Lock()

    def bearer(self, token, name=None):
        for v, n in self.known.items():
            if v == token:
                name = name or "bearer " + n
        return Actor(self, name or "bearer " + token, {"Authorization": "Bearer " + token})

    def template(self, text):
        for v in sorted(self.known, key=len, reverse=True):
            text = text.replace(v, self.known[v])
        return text

    def request(self, who, headers, method, path, body=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        data = None if body is None else json.dumps(body)
        with self.mutex:
            step = self.template(f"{who} {method} {path}" + (f" {data}" if data else ""))
            self.sent += f" {path} {data}"
        c.request(method, path, data, {**headers, **({"Content-Type": "application/json"} if data else {})})
        a = c.getresponse()
        raw = a.read()
        c.close()
        try:
            out = json.loads(raw)
        except ValueError:
            out = None
        with self.mutex:
            self.steps.append(step + f" -> {a.status}")
            self.learn(out, len(self.steps))
        return R(a.status, out, raw.decode("utf-8", "replace"))

    def learn(self, out, n, key=""):
        if isinstance(out, dict):
            for k, v in out.items():
                self.learn(v, n, k)
        elif isinstance(out, list):
            for v in out:
                self.learn(v, n, key)
        elif key in ("id", "keyId", "key", "secret", "token", "password", "username", "joinToken", "messageId", "cursor", "signingSecret", "digest",
                     "incidentId") and len(str(out)) >= 3 and str(out) not in self.known and str(out) not in self.sent:
            self.known[str(out)] = "{%s of step %d}" % (key, n)

    def ev(self, name, **body):
        return self.request("control", {}, "POST", "/_understudy/events/" + name, {k.rstrip("_"): v for k, v in body.items()})

    def control(self, method, path, body=None):
        return self.request("control", {}, method, "/_understudy" + path, body)

    def freeze(self, now=None):
        return self.control("PUT", "/clock", {"mode": "frozen", **({"now": now} if now else {})})

    def advance(self, by):
        return self.control("POST", "/clock/advance", {"by": by})

    def parallel(self, *calls):
        out, threads = [None] * len(calls), []
        def go(i): out[i] = calls[i]()
        for i in range(len(calls)):
            threads.append(threading.Thread(target=go, args=(i,)))
        [t.start() for t in threads]
        [t.join() for t in threads]
        with self.mutex:
            n = len(calls)
            self.steps[-n:] = [f"(at the same time) {x}" for x in self.steps[-n:]]
        return out

    def short(self):
        out, last = [], None
        for x in self.steps:
            key = re.sub(r"\d+", "#", re.sub(r"\{\w+ of step \d+\}", "#", x))
            if key == last:
                out[-1][1] += 1
            else:
                out.append([x, 1])
            last = key
        return [x + (f" (such requests {n} times in a row)" if n > 1 else "") for x, n in out]


class Server:
    def __init__(self, folder, other):
        with socket.socket() as k:
            k.bind(("127.0.0.1", 0))
            self.port = k.getsockname()[1]
        self.log = open(os.path.join(folder, ".err"), "w+")
        self.p = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(self.port)] + (["--other"] if other else []), cwd=folder,
                                  stdout=subprocess.DEVNULL, stderr=self.log)
        for _ in range(200):
            try:
                if S(self.port).control("GET", "/health").status == 200:
                    return
            except OSError:
                if self.p.poll() is not None:
                    raise RuntimeError("does not start: " + open(self.log.name).read()[-600:])
                time.sleep(0.05)
        raise RuntimeError("does not start")

    def errors(self):
        return open(self.log.name).read()

    def stop(self):
        self.p.terminate()
        try:
            self.p.wait(5)
        except subprocess.TimeoutExpired:
            self.p.kill()


def main():
    wanted = sys.argv[1:]
    for f in sorted(os.listdir(HERE + "/cases")):
        if f.endswith(".py"):
            before = len(CASES)
            exec(compile(open(f"{HERE}/cases/{f}").read(), f, "exec"), {"case": case, "json": json, "time": time})
            for c in CASES[before:]:
                c["from"] = f
    ids = [c["id"] for c in CASES]
    assert len(set(ids)) == len(ids), [i for i in ids if ids.count(i) > 1]
    target = HERE + "/mistakes.json"
    have = {x["id"]: x for x in json.load(open(target))} if os.path.exists(target) else {}
    tmp = tempfile.mkdtemp(prefix="understudy-prove-")
    clean, bad = {}, 0
    try:
        for c in CASES:
            if wanted and not any(w in c["id"] or w in c["from"] for w in wanted):
                continue
            other = c["variant"] == "b"
            try:
                if other not in clean:
                    folder = f"{tmp}/clean-{other}"
                    shutil.copytree(CANDIDATE, folder)
                    clean[other] = Server(folder, other)
                folder = f"{tmp}/{c['id']}"
                shutil.copytree(CANDIDATE, folder)
                for file, find, replace in c["edits"]:
                    text = open(f"{CANDIDATE}/{file}").read()
                    assert text.count(find) == 1, f"{file}: {text.count(find)} times {find!r}"
                    now = open(f"{folder}/{file}").read()
                    assert now.count(find) == 1, f"{file}: edits overlap"
                    open(f"{folder}/{file}", "w").write(now.replace(find, replace))
                S(clean[other].port).control("POST", "/reset")
                s = S(clean[other].port)
                got = c["show"](s)
                assert got == c["clean"], f"clean gives {got!r}, not {c['clean']!r}\n" + "\n".join(s.steps[-8:])
                faulty = Server(folder, other)
                try:
                    f = S(faulty.port)
                    got = c["show"](f)
                    assert got == c["faulty"], f"faulty gives {got!r}, not {c['faulty']!r}\n" + "\n".join(f.steps[-8:]) + faulty.errors()[-500:]
                    if "Traceback" in faulty.errors():
                        print("  note: traceback in", c["id"], faulty.errors()[-300:])
                finally:
                    faulty.stop()
                if c["alone"]:
                    assert not any("/_understudy/" in x for x in s.steps), "not by requests alone"
                one = {"id": c["id"], "areas": c["areas"]}
                if c["variant"]:
                    one["variant"] = c["variant"]
                one.update(kind=c["kind"], statement=c["statement"], wrong=c["wrong"], requestsAlone=c["alone"],
                           edits=[dict(zip(("file", "find", "replace"), e)) for e in c["edits"]], shownBy=s.short(),
                           differsAt=f"{c['differs']} (correct: {json.dumps(c['clean'])}; mistaken: {json.dumps(c['faulty'])})")
                have[c["id"]] = one
                print("ok  ", c["id"])
            except Exception as e:
                bad += 1
                have.pop(c["id"], None)
                print("BAD ", c["id"], type(e).__name__, e)
    finally:
        for x in clean.values():
            x.stop()
        shutil.rmtree(tmp, ignore_errors=True)
    out = [have[i] for i in ids if i in have]
    with open(target + ".new", "w") as file:
        json.dump(out, file, indent=2, ensure_ascii=False)
        file.write("\n")
    os.replace(target + ".new", target)
    print(len(out), "in mistakes.json;", bad, "bad")


main()
