"""Helpers for the shows: a client of one running service, and the register of mistakes."""
import http.client
import json
import os
import socket
import threading
import time

MISTAKES = []


def mistake(id, areas, kind, statement, wrong, alone, edits, shown, differs):
    """Registers a mistake with its show. The show returns (observation); shows are run against clean and faulty.
    The decorated function's name does not matter; `differs` is (expected clean, expected faulty, words)."""
    clean, faulty, words = differs

    def deco(fn):
        MISTAKES.append({
            "json": {"id": id, "areas": areas, "kind": kind, "statement": statement, "wrong": wrong, "requestsAlone": alone,
                     "edits": [{"file": f, "find": a, "replace": b} for f, a, b in edits], "shownBy": shown, "differsAt": words},
            "show": fn, "clean": clean, "faulty": faulty})
        return fn
    return deco


class Service:
    def __init__(self, port):
        self.port = port

    def raw(self, method, path, body=None, headers=None, timeout=10):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            h = dict(headers or {})
            data = None
            if body is not None:
                data = json.dumps(body)
                h["Content-Type"] = "application/json"
            c.request(method, path, data, h)
            r = c.getresponse()
            text = r.read().decode()
            try:
                out = json.loads(text) if text.strip() else None
            except ValueError:
                out = text
            return r.status, out
        finally:
            c.close()

    def api(self, method, path, body=None, who="olga", org=None, key=None):
        h = {}
        if key or who:
            h["Authorization"] = "Bearer " + (key or "session-" + who)
        if org:
            h["X-Organization"] = org
        return self.raw(method, "/api/v1" + path, body, h)

    def must(self, method, path, body=None, **k):
        st, out = self.api(method, path, body, **k)
        if not 200 <= st < 300:
            raise AssertionError("%s %s: %s %s" % (method, path, st, out))
        return out

    def event(self, name, body, ok=True):
        st, out = self.raw("POST", "/_understudy/events/" + name, body)
        if ok and st != 200:
            raise AssertionError("event %s: %s %s" % (name, st, out))
        return (st, out) if not ok else out

    def freeze(self):
        st, out = self.raw("PUT", "/_understudy/clock", {"mode": "frozen"})
        assert st == 200, out

    def advance(self, by):
        st, out = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        assert st == 200, out

    def at_once(self):
        st, out = self.raw("PUT", "/_understudy/clock/progress", {"mode": "at-once"})
        assert st == 200, out

    def cluster(self, name, running=True, **more):
        body = {"name": name, "tier": "small"}
        who = more.pop("who", "olga")
        body.update(more)
        if running:
            self.at_once()
        self.must("POST", "/clusters", body, who=who)
        if running:
            st, out = self.raw("PUT", "/_understudy/clock/progress", {"mode": "delay"})
            assert st == 200, out

    def registry(self, slug, who="olga"):
        self.must("POST", "/registry/registries", {"slug": slug}, who=who)

    def authorize(self, user, password, registry, repo="app", action="pull"):
        return self.raw("POST", "/api/v1/registry/data-plane/authorize",
                        {"username": user, "password": password, "registry": registry, "repository": repo, "action": action})[0]

    def push(self, registry, repo, digest, tags, layers=None):
        b = {"registry": registry, "repository": repo, "digest": digest, "tags": tags}
        if layers is not None:
            b["layers"] = layers
        return self.event("image-pushed", b)


def free_port():
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    p = s.getsockname()[1]
    s.close()
    return p


def together(*calls):
    """Runs (delay seconds, function) at the same time; answers their results in order."""
    out = [None] * len(calls)

    def run(i, d, f):
        time.sleep(d)
        out[i] = f()
    ts = [threading.Thread(target=run, args=(i, d, f)) for i, (d, f) in enumerate(calls)]
    for t in ts:
        t.start()
    for t in ts:
        t.join(20)
    return out
