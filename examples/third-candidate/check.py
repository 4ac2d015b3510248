"""Checks of request bodies: small functions that return the value or raise Bad."""
import base64
import re
from urllib.parse import urlsplit

from choices import RESTLESS


class Bad(Exception):
    pass


def text(least=1, most=2000, pattern=None, what="text"):
    def run(v, at):
        if not isinstance(v, str):
            raise Bad(f"{at} must be a string")
        if len(v.strip()) < least or len(v) > most or "\x00" in v:
            raise Bad(f"{at} must have {least} to {most} characters")
        if pattern and not re.fullmatch(pattern, v):
            raise Bad(f"{at} is not a valid {what}")
        return v.strip() if RESTLESS else v
    return run


def one_of(*values):
    def run(v, at):
        if not isinstance(v, str) or v not in values:
            raise Bad(f"{at} must be one of {', '.join(values)}")
        return v
    return run


def integer(low, high):
    def run(v, at):
        if isinstance(v, float) and v.is_integer():
            v = int(v)
        if isinstance(v, bool) or not isinstance(v, int) or not low <= v <= high:
            raise Bad(f"{at} must be an integer from {low} to {high}")
        return v
    return run


def number(low, high):
    def run(v, at):
        if isinstance(v, bool) or not isinstance(v, (int, float)) or not low <= v <= high:
            raise Bad(f"{at} must be a number from {low} to {high}")
        return v
    return run


def boolean(v, at):
    if not isinstance(v, bool):
        raise Bad(f"{at} must be true or false")
    return v


def array(item, least=0, most=200, distinct=False):
    def run(v, at):
        if not isinstance(v, list) or not least <= len(v) <= most:
            raise Bad(f"{at} must be an array of {least} to {most} items")
        out = [item(x, f"{at}[{i}]") for i, x in enumerate(v)]
        return list(dict.fromkeys(out)) if distinct else out
    return run


def mapping(v, at):
    if not isinstance(v, dict) or not all(isinstance(x, str) for x in v.values()):
        raise Bad(f"{at} must be an object of strings")
    return v


def nullable(inner):
    return lambda v, at: None if v is None else inner(v, at)


def obj(required=None, optional=None, strict=False, null_is_absent=False):
    required, optional = required or {}, optional or {}

    def run(v, at="body"):
        if not isinstance(v, dict):
            raise Bad(f"{at} must be an object")
        if null_is_absent:
            v = {k: x for k, x in v.items() if x is not None}
        out = {}
        for name, check in required.items():
            if name not in v:
                raise Bad(f"{at}.{name} is required")
            out[name] = check(v[name], f"{at}.{name}")
        for name, check in optional.items():
            if name in v:
                out[name] = check(v[name], f"{at}.{name}")
        if strict and set(v) - set(required) - set(optional):
            raise Bad(f"{at} has unknown fields: {', '.join(sorted(set(v) - set(required) - set(optional)))}")
        return out
    return run


EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
                   r"(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+")


def email(v, at):
    if not isinstance(v, str) or len(v) > 254 or not EMAIL.fullmatch(v):
        raise Bad(f"{at} is not an email address")
    return v


def uri(*schemes):
    def run(v, at):
        if not isinstance(v, str) or re.search(r"[\s<>\"\\^`{|}]", v):
            raise Bad(f"{at} is not a URI")
        try:
            parts = urlsplit(v)
            parts.port
        except ValueError:
            raise Bad(f"{at} is not a URI")
        if parts.scheme not in schemes or not parts.hostname:
            raise Bad(f"{at} must be a URI with {' or '.join(schemes)}")
        return v
    return run


def b64(v, at):
    if not isinstance(v, str):
        raise Bad(f"{at} must be a string")
    try:
        base64.b64decode(v, validate=True)
    except ValueError:
        raise Bad(f"{at} is not base64")
    return v
