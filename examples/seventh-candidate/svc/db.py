"""The store: one SQLite database, one writer lock, one transaction per request."""
import os
import sqlite3
import sys
import threading
import traceback
from contextlib import contextmanager

lock = threading.RLock()
_conn = None
_depth = 0
_after = []
SCHEMA = open(os.path.join(os.path.dirname(__file__), "schema.sql")).read()


def open_fresh():
    """A new, empty database in place of the old one."""
    global _conn
    with lock:
        if _conn is not None:
            _conn.close()
        c = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None, cached_statements=600)
        c.row_factory = sqlite3.Row
        c.executescript(SCHEMA)
        c.execute("PRAGMA foreign_keys=ON")
        _conn = c


@contextmanager
def tx():
    """All or nothing. What was registered with after_commit runs once it is committed."""
    global _depth, _after
    todo = ()
    with lock:
        if _depth:
            _depth += 1
            try:
                yield
            finally:
                _depth -= 1
            return
        _conn.execute("BEGIN")
        _depth = 1
        try:
            yield
            _conn.execute("COMMIT")
            todo, _after = _after, []
        except BaseException:
            _after = []
            if _conn.in_transaction:
                _conn.execute("ROLLBACK")
            raise
        finally:
            _depth = 0
    for f in todo:
        try:
            f()
        except Exception:
            traceback.print_exc(file=sys.stderr)


@contextmanager
def savepoint():
    _conn.execute("SAVEPOINT sp")
    try:
        yield
        _conn.execute("RELEASE sp")
    except BaseException:
        _conn.execute("ROLLBACK TO sp")
        _conn.execute("RELEASE sp")
        raise


def after_commit(f):
    _after.append(f)


def one(sql, *a):
    return _conn.execute(sql, a).fetchone()


def all(sql, *a):
    return _conn.execute(sql, a).fetchall()


def val(sql, *a):
    r = _conn.execute(sql, a).fetchone()
    return r[0] if r else None


def run(sql, *a):
    return _conn.execute(sql, a)


def insert(table, **cols):
    k = list(cols)
    return _conn.execute(f"INSERT INTO {table} ({','.join(k)}) VALUES ({','.join('?' * len(k))})",
                         [cols[x] for x in k]).lastrowid


def update(table, key, value, **cols):
    k = list(cols)
    return _conn.execute(f"UPDATE {table} SET {','.join(x + '=?' for x in k)} WHERE {key}=?",
                         [cols[x] for x in k] + [value]).rowcount
