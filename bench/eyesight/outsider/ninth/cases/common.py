"""What the show files share: the list of mistakes, and a small client."""
import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

MISTAKES = []
SESSION = {"olive": "sess-olive-u-100", "abel": "sess-abel-u-101", "mia": "sess-mia-u-102", "vic": "sess-vic-u-103", "otto": "sess-otto-u-200"}


def edit(file, find, replace):
    return {"file": file, "find": find, "replace": replace}


def mistake(id_, areas, kind, statement, wrong, alone, edits, steps, differs, variant=None):
    def wrap(f):
        m = {"id": id_, "areas": areas}
        if variant:
            m["variant"] = variant
        m.update(kind=kind, statement=statement, wrong=wrong, requestsAlone=alone, edits=edits, shownBy=steps, differsAt=differs)
        MISTAKES.append((m, f))
        return f
    return wrap


class Server:
    def __init__(self, port):
        self.base = f"http://127.0.0.1:{port}"

    def raw(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        r = urllib.request.Request(self.base + path, data, {**({"Content-Type": "application/json"} if data else {}), **(headers or {})}, method=method)
        try:
            with urllib.request.urlopen(r, timeout=15) as a:
                status, h, text = a.status, a.headers, a.read()
        except urllib.error.HTTPError as e:
            status, h, text = e.code, e.headers, e.read()
        if "json" in (h.get("Content-Type") or ""):
            return status, json.loads(text), h
        return status, text.decode("utf-8", "replace"), h

    def __call__(self, who, method, path, body=None, org=None):
        """who: a name, a token, or None; path below /api/v1."""
        headers = {}
        if who:
            headers["Authorization"] = "Bearer " + SESSION.get(who, who)
        if org:
            headers["X-Org"] = org
        status, answer, _ = self.raw(method, "/api/v1" + path, body, headers)
        return status, answer

    def ev(self, name, **body):
        body = {k.rstrip("_"): v for k, v in body.items()}
        status, answer, _ = self.raw("POST", "/_understudy/events/" + name, body)
        return status, answer

    def must(self, name, **body):
        status, answer = self.ev(name, **body)
        assert status == 200, (name, status, answer)
        return answer

    def ok(self, *a, **k):
        status, answer = self(*a, **k)
        assert 200 <= status < 300, (a, status, answer)
        return answer

    def freeze(self, now="2027-03-01T09:00:00Z"):
        status, answer, _ = self.raw("PUT", "/_understudy/clock", {"mode": "frozen", "now": now})
        assert status == 200, answer

    def adv(self, by):
        status, answer, _ = self.raw("POST", "/_understudy/clock/advance", {"by": by})
        assert status == 200, answer

    def look(self, path):
        return self.raw("GET", "/_understudy" + path)[1]

    def reset(self):
        self.raw("POST", "/_understudy/reset")

    def parallel(self, *calls):
        with ThreadPoolExecutor(len(calls)) as pool:
            return [f.result() for f in [pool.submit(self, *a) for a in calls]]
