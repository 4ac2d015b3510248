"""The world: clock, timers, organizations, people, and the small helpers every area uses."""
import hashlib
import heapq
import secrets
import threading
import time
import uuid
from datetime import datetime, timedelta, timezone

from choices import OTHER, RESTLESS

UTC = timezone.utc
LOCK = threading.RLock()  # one writer at a time; slow work (webhooks) happens outside of it


class ApiError(Exception):
    def __init__(self, status, message, code=None, **more):
        super().__init__(message)
        self.status, self.message, self.more = status, message, more
        self.code = code or {400: "bad_request", 401: "unauthenticated", 403: "forbidden", 404: "not_found",
                             409: "conflict", 422: "unprocessable", 502: "bad_gateway",
                             503: "unavailable"}.get(status, "error")


class Raw:
    """An answer that is not JSON."""
    def __init__(self, type_, data, chunked=False):
        self.type, self.data, self.chunked = type_, data, chunked


# ---- time formats: each area's team had its own taste ----
def iso_us(t):
    return t.isoformat(timespec="microseconds")            # 2026-11-16T06:15:00.123456+00:00


def iso_ms(t):
    return t.strftime("%Y-%m-%dT%H:%M:%S.") + f"{t.microsecond // 1000:03d}Z"


def iso_s(t):
    return t.strftime("%Y-%m-%dT%H:%M:%SZ")


def pg(t):
    return t.strftime("%Y-%m-%d %H:%M:%S.%f") + "+00"        # like a PostgreSQL timestamptz


def epoch_ms(t):
    return str(int(t.timestamp() * 1000))


def parse_time(text):
    """Any of the formats above; None if it is none of them."""
    text = text.strip()
    try:
        if text.isdecimal():
            n = int(text)
            return datetime.fromtimestamp(n / 1000 if n > 10**11 else n, UTC)
        t = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
        return t.astimezone(UTC) if t.tzinfo else t.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        return None


def digest(secret):
    """What is kept of a secret that is shown only once."""
    return hashlib.sha256(secret.encode()).hexdigest()


CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def ulid():
    n = (int(time.time() * 1000) << 80) | secrets.randbits(80)
    return "".join(CROCKFORD[(n >> (5 * i)) & 31] for i in range(25, -1, -1))


def new_uuid():
    return str(uuid.uuid4())


class Timer:
    __slots__ = ("at", "seq", "kind", "entity", "id", "call", "live")

    def __init__(self, at, seq, kind, entity, id_, call):
        self.at, self.seq, self.kind, self.entity, self.id, self.call, self.live = at, seq, kind, entity, id_, call, True

    def __lt__(self, other):
        return (self.at, self.seq) < (other.at, other.seq)


class Clock:
    def __init__(self):
        self.mode, self.base, self.anchor, self.pin = "real", None, None, None
        self.timers, self.seq = [], 0

    def now(self):
        if self.pin:
            return self.pin
        if self.mode == "real":
            return datetime.now(UTC)
        if self.mode == "frozen":
            return self.base
        return self.base + timedelta(seconds=time.monotonic() - self.anchor)

    def set(self, mode, now=None):
        now = now or self.now()
        self.mode, self.base, self.anchor = mode, now, time.monotonic()

    def after(self, seconds, kind, entity, id_, call):
        self.seq += 1
        timer = Timer(self.now() + timedelta(seconds=seconds), self.seq, kind, entity, str(id_), call)
        heapq.heappush(self.timers, timer)
        return timer

    def pending(self):
        return sorted(t for t in self.timers if t.live)

    def run_until(self, limit):
        """Fire what is due, each at its own instant."""
        fired = []
        while self.timers and self.timers[0].at <= limit:
            timer = heapq.heappop(self.timers)
            if not timer.live:
                continue
            before, self.pin = self.pin, timer.at
            try:
                timer.live = False
                timer.call()
                fired.append(timer)
            finally:
                self.pin = before
        return fired

    def move_to(self, target):
        mode = "frozen" if self.mode == "frozen" else "set"
        fired = self.run_until(target)
        self.set(mode, target)
        return fired


class Org:
    def __init__(self, slug, name):
        self.slug, self.name = slug, name
        self.members, self.grants = {}, {}           # user id -> role, user id -> list of grants or None
        self.custom_roles = {}
        self.contacts = {"billingEmail": f"billing@{slug}.example", "technicalEmail": f"tech@{slug}.example",
                         "securityEmail": f"security@{slug}.example"}
        if OTHER:
            self.contacts = dict.fromkeys(self.contacts, "")
        self.payment = True
        self.entitled = {"email": True, "uptime": True}
        self.quota = {"clusters": 30, "monitors": 60, "daily-email": 2000}


class User:
    def __init__(self, id_, label, email):
        self.id, self.label, self.email = id_, label, email


class World:
    """Everything there is. A reset makes a new one."""

    def __init__(self, areas):
        self.clock = Clock()
        self.orgs, self.users, self.sessions = {}, {}, {}
        self.counters, self.seen = {}, {}
        self.backend = {"email": True, "uptime": True, "dns": True}
        self.billing_taken = set()
        for slug, name in (("northwind", "Northwind Traders"), ("contoso", "Contoso")):
            self.orgs[slug] = Org(slug, name)
        people = (("u-100", "Olive Owner", "olive@northwind.example", [("northwind", "owner")]),
                  ("u-101", "Abel Admin", "abel@northwind.example", [("northwind", "admin")]),
                  ("u-102", "Mia Member", "mia@northwind.example", [("northwind", "member"), ("contoso", "member")]),
                  ("u-103", "Vic Viewer", "vic@northwind.example", [("northwind", "viewer")]),
                  ("u-200", "Otto Outsider", "otto@contoso.example", [("contoso", "owner")]))
        for id_, label, email, memberships in people:
            self.add_user(id_, label, email, memberships)
        self.areas = areas
        for area in areas:
            area.setup(self)

    def add_user(self, id_, label, email, memberships):
        self.users[id_] = User(id_, label, email)
        self.sessions["sess-" + label.split()[0].lower() + "-" + id_] = id_
        for slug, role in memberships:
            self.orgs[slug].members[id_] = role

    def now(self):
        return self.clock.now()

    def next(self, name, start=1):
        self.counters[name] = self.counters.get(name, start - 1) + 1
        return self.counters[name]

    def snowflake(self, name, start):
        """A small number, or one of 62 bits as distributed systems hand them out."""
        n = self.next(name, start)
        return (int(time.time() * 1000) - 1288834974657 << 22) + n % 4096 if RESTLESS else n

    def first_org(self):
        return next(iter(self.orgs.values()))
