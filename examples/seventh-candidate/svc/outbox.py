"""The outbox of email webhooks: deliveries are rows; workers claim, sign, post and record them."""
import base64
import hashlib
import hmac
import http.client
import json
import os
import queue
import socket
import ssl
import sys
import threading
import time
import traceback
from urllib.parse import urlsplit

from . import clock, db

RETRY_AFTER = (15, 90, 600, 3600)      # seconds after the first, second, ... failed attempt; then the delivery failed
TIMEOUT = 4
_queue = queue.Queue()
_flight = threading.Condition()
_inflight = {}                          # endpoint id -> posts under way
_held = {}                              # endpoint id -> changes waiting for them
FAILURES = {"timeout": "timed out", "refused": "connection refused", "reset": "connection reset", "unresolved": "host not found", "tls": "TLS handshake failed"}


def new_secret():
    return "whsec_" + base64.b64encode(os.urandom(24)).decode()


def enqueue(org, endpoint, event_type, message, domain, payload, event_id):
    """A new delivery, attempted as soon as the transaction is committed."""
    i = db.insert("deliveries", org=org, endpoint=endpoint, event_type=event_type, message=message, domain=domain, payload=payload,
                  event_id=event_id, state="pending", created_at=clock.now())
    attempt(i)
    return i


@clock.timer("delivery.retry")
def _retry(eid):
    attempt(int(eid))


def attempt(i):
    """Scripted endpoints answer here and now; others are handed to a worker after the commit."""
    d = db.one("SELECT * FROM deliveries WHERE id=?", i)
    w = db.one("SELECT * FROM webhooks WHERE id=?", d["endpoint"]) if d else None
    if d is None or d["state"] != "pending":
        return
    if w is None or w["disabled"]:
        give_up(d, w)
        return
    script = json.loads(w["script"]) if w["script"] else None
    if script and script["answers"]:
        a = script["answers"][0]
        if len(script["answers"]) > 1:
            script["answers"] = script["answers"][1:]
        elif script["afterwards"] == "send":
            script = None
        db.update("webhooks", "id", w["id"], script=json.dumps(script) if script else None)
        headers, _ = sign(d, w, clock.now())
        db.update("deliveries", "id", i, attempts=d["attempts"] + 1)
        status = None if a.get("failure") else a.get("status", 200)
        record(i, w["url"], headers, True, status, FAILURES.get(a.get("failure")))
        return
    db.after_commit(lambda: _queue.put(i))


def give_up(d, w):
    db.update("deliveries", "id", d["id"], state="failed", last_error="the endpoint is disabled" if w else "the endpoint was deleted")


def sign(d, w, at):
    ts = str(at // 1000)
    key = base64.b64decode(w["secret"][6:])
    mac = hmac.new(key, f"{d['event_id']}.{ts}.{d['payload']}".encode(), hashlib.sha256).digest()
    return {"Content-Type": "application/json", "User-Agent": "ControlMail/1", "Webhook-Id": d["event_id"], "Webhook-Timestamp": ts,
            "Webhook-Signature": "v1," + base64.b64encode(mac).decode()}, d["payload"].encode()


def record(i, url, headers, scripted, status, error):
    d = db.one("SELECT * FROM deliveries WHERE id=?", i)
    now = clock.now()
    db.insert("attempts", delivery=i, endpoint=d["endpoint"], attempt=d["attempts"], at=now, url=url, headers=json.dumps(headers), body=d["payload"],
              scripted=int(scripted), status=status, error=error)
    if status is not None and 200 <= status < 300:
        db.update("deliveries", "id", i, state="delivered", last_status=status, last_error=None, delivered_at=now)
        return
    n = d["attempts"]
    err = error or f"the endpoint answered {status}"
    if n > len(RETRY_AFTER):
        db.update("deliveries", "id", i, state="failed", last_status=status, last_error=err)
    else:
        db.update("deliveries", "id", i, state="pending", last_status=status, last_error=err)
        clock.schedule("delivery.retry", now + RETRY_AFTER[n - 1] * 1000, "EmailDelivery", i)


def post(url, headers, body):
    """(status, error)"""
    u = urlsplit(url)
    try:
        cls = http.client.HTTPSConnection if u.scheme.lower() == "https" else http.client.HTTPConnection
        c = cls(u.hostname, u.port, timeout=TIMEOUT)
        try:
            c.request("POST", (u.path or "/") + ("?" + u.query if u.query else ""), body, headers)
            r = c.getresponse()
            r.read(65536)
            return r.status, None
        finally:
            c.close()
    except (socket.timeout, TimeoutError):
        return None, FAILURES["timeout"]
    except ConnectionRefusedError:
        return None, FAILURES["refused"]
    except socket.gaierror:
        return None, FAILURES["unresolved"]
    except ssl.SSLError:
        return None, FAILURES["tls"]
    except Exception as e:
        return None, "connection failed: " + type(e).__name__


def deliver(i):
    with db.tx():
        d = db.one("SELECT * FROM deliveries WHERE id=?", i)
        if d is None or d["state"] != "pending":
            return
        w = db.one("SELECT * FROM webhooks WHERE id=?", d["endpoint"])
        if w is None or w["disabled"]:
            give_up(d, w)
            return
        with _flight:
            if _held.get(w["id"]):
                threading.Timer(0.02, _queue.put, (i,)).start()
                return
            _inflight[w["id"]] = _inflight.get(w["id"], 0) + 1
        db.update("deliveries", "id", i, state="delivering", attempts=d["attempts"] + 1)
        headers, body = sign(d, w, clock.real())
    gen = generation
    try:
        status, error = post(w["url"], headers, body)
        with db.tx():
            if gen == generation:
                record(i, w["url"], headers, False, status, error)
    finally:
        with _flight:
            _inflight[w["id"]] -= 1
            if not _inflight[w["id"]]:
                del _inflight[w["id"]]
            _flight.notify_all()


class quiet:
    """While held, no new post to the endpoint begins; those under way are waited for (bounded)."""

    def __init__(self, endpoint):
        self.e = endpoint

    def __enter__(self):
        end = time.time() + TIMEOUT + 0.5
        with _flight:
            _held[self.e] = _held.get(self.e, 0) + 1
            while _inflight.get(self.e) and time.time() < end:
                _flight.wait(0.25)

    def __exit__(self, *a):
        with _flight:
            _held[self.e] -= 1
            if not _held[self.e]:
                del _held[self.e]


generation = 0


def reset():
    global generation
    generation += 1


def worker():
    while True:
        i = _queue.get()
        try:
            deliver(i)
        except Exception:
            traceback.print_exc(file=sys.stderr)


def start():
    for n in range(8):
        threading.Thread(target=worker, daemon=True, name=f"outbox-{n}").start()
