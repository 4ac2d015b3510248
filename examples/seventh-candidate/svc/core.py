"""Errors, input validation, ids and time formats shared by all areas."""
import base64
import hashlib
import re
import secrets
from datetime import datetime, timezone, timedelta
from email.utils import format_datetime

VALIDATION = 422


class ApiError(Exception):
    def __init__(self, status, message, headers=None):
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers


def fail(status, message):
    raise ApiError(status, message)


# ---- ids and secrets -------------------------------------------------------
_B32 = "0123456789abcdefghjkmnpqrstvwxyz"


def rid(n=16):
    return "".join(_B32[b & 31] for b in secrets.token_bytes(n))


def uuid():
    h = secrets.token_hex(16)
    return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}"


def secret(prefix, n=30):
    return prefix + secrets.token_urlsafe(n)


def digest(value):
    return hashlib.sha256(value.encode()).hexdigest()


# ---- times (stored as integer milliseconds since the epoch, UTC) ------------
def dt(ms):
    return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=ms)


def iso_ms(ms):  # 2026-11-17T19:50:49.123Z
    d = dt(ms)
    return d.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (d.microsecond // 1000)


def iso_offset(ms):  # 2026-11-17T19:50:49.123+00:00
    d = dt(ms)
    return d.strftime("%Y-%m-%dT%H:%M:%S.") + "%03d+00:00" % (d.microsecond // 1000)


def iso_s(ms):  # 2026-11-17T19:50:49Z
    return dt(ms).strftime("%Y-%m-%dT%H:%M:%SZ")


def rfc1123(ms):  # Tue, 17 Nov 2026 19:50:49 GMT
    return format_datetime(dt(ms).replace(microsecond=0), usegmt=True)


def parse_time(text):
    """ISO 8601 to milliseconds, or None. Times without an offset are UTC."""
    if not isinstance(text, str) or len(text) < 10 or not text[:4].isdigit():
        return None
    try:
        d = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    if d.tzinfo is None:
        d = d.replace(tzinfo=timezone.utc)
    delta = d - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return delta.days * 86400000 + delta.seconds * 1000 + delta.microseconds // 1000


_DUR = re.compile(r"^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$")


def parse_duration(text):
    m = _DUR.match(text or "") if isinstance(text, str) else None
    if not m or not any(m.groups()):
        return None
    w, d, h, mi, s = (float(x or 0) for x in m.groups())
    return int(round(((((w * 7 + d) * 24 + h) * 60 + mi) * 60 + s) * 1000))


# ---- syntax ----------------------------------------------------------------
EMAIL = re.compile(r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$")
DOMAIN = re.compile(r"^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$")
E164 = re.compile(r"^\+[1-9]\d{5,14}\Z")
URI = re.compile(r"^https?://[^\s/?#@]+(?:[/?#]\S*)?$", re.I)


def is_email(s):
    return isinstance(s, str) and len(s) <= 254 and bool(EMAIL.match(s))


def is_http_uri(s):
    if not isinstance(s, str) or len(s) > 2048 or not URI.match(s):
        return False
    from urllib.parse import urlsplit
    try:
        u = urlsplit(s)
        u.port
        return bool(u.hostname)
    except ValueError:
        return False


def is_base64(s):
    try:
        base64.b64decode(s, validate=True)
        return True
    except Exception:
        return False


def whole(text):
    """A path parameter as an integer, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


class Body:
    """A JSON object being read. Every reader refuses with the validation status."""

    def __init__(self, data, where="", status=None):
        self.status = status or VALIDATION
        if not isinstance(data, dict):
            fail(self.status, (where or "the body") + " must be a JSON object")
        self.d, self.where = data, where

    def __contains__(self, name):
        return name in self.d

    def no(self, name, what):
        fail(self.status, f"{self.where + '.' if self.where else ''}{name} {what}")

    def get(self, name, opt):
        if name not in self.d:
            if opt:
                return None
            self.no(name, "is required")
        v = self.d[name]
        if v is None:
            self.no(name, "must not be null")
        return v

    def str(self, name, opt=False, max=400, blank=False, pattern=None, what=None):
        v = self.get(name, opt)
        if v is None:
            return None
        if not isinstance(v, str):
            self.no(name, "must be a string")
        if not blank and not v.strip():
            self.no(name, "must not be empty")
        if len(v) > max:
            self.no(name, f"is longer than {max} characters")
        if pattern is not None and not pattern.match(v):
            self.no(name, what or "has an invalid format")
        return v

    def int(self, name, opt=False, lo=None, hi=None):
        v = self.get(name, opt)
        if v is None:
            return None
        if isinstance(v, float) and v.is_integer():
            v = int(v)
        if not isinstance(v, int) or isinstance(v, bool):
            self.no(name, "must be an integer")
        if (lo is not None and v < lo) or (hi is not None and v > hi):
            self.no(name, f"must be between {lo} and {hi}")
        return v

    def num(self, name, opt=False):
        v = self.get(name, opt)
        if v is not None and (isinstance(v, bool) or not isinstance(v, (int, float))):
            self.no(name, "must be a number")
        return v

    def bool(self, name, opt=False):
        v = self.get(name, opt)
        if v is not None and not isinstance(v, bool):
            self.no(name, "must be true or false")
        return v

    def enum(self, name, values, opt=False):
        v = self.get(name, opt)
        if v is not None and (not isinstance(v, str) or v not in values):
            self.no(name, "must be one of " + ", ".join(values))
        return v

    def list(self, name, opt=False, min=0, max=200):
        v = self.get(name, opt)
        if v is None:
            return None
        if not isinstance(v, list):
            self.no(name, "must be an array")
        if not min <= len(v) <= max:
            self.no(name, f"must have {min} to {max} entries")
        return v

    def strs(self, name, opt=False, min=0, max=200, each=400):
        v = self.list(name, opt, min, max)
        if v is not None:
            for x in v:
                if not isinstance(x, str) or not x.strip() or len(x) > each:
                    self.no(name, "must hold non-empty strings")
        return v

    def obj(self, name, opt=False):
        v = self.get(name, opt)
        return None if v is None else Body(v, (self.where + "." if self.where else "") + name, self.status)

    def objs(self, name, opt=False, min=0, max=200):
        v = self.list(name, opt, min, max)
        return None if v is None else [Body(x, f"{name}[{i}]", self.status) for i, x in enumerate(v)]
