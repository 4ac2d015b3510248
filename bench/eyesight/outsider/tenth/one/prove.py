#!/usr/bin/env python3
"""Proves the mistakes: prove.py [area or id ...]. Proven ones go into mistakes.json."""
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import kit

HERE = os.path.dirname(os.path.abspath(__file__))
CLEAN = os.path.join(HERE, "../../../../../examples/fourth-candidate")
AREAS = ["tokens", "iam", "organization", "registry", "clusters"]
ENV = dict(os.environ, GOTOOLCHAIN="local", GOMAXPROCS="2")


def build(folder):
    r = subprocess.run(["go", "build", "-o", "service", "."], cwd=folder, env=ENV, capture_output=True, text=True, timeout=240)
    if r.returncode != 0:
        raise AssertionError("build: " + r.stderr)


def copy(edits, to):
    shutil.copytree(CLEAN, to)
    for e in edits:
        f = os.path.join(to, e["file"])
        text = open(f).read()
        n = open(os.path.join(CLEAN, e["file"])).read().count(e["find"])
        if n != 1:
            raise AssertionError("%s: stands %d times: %r" % (e["file"], n, e["find"]))
        assert text.count(e["find"]) == 1, "edits overlap: %r" % e["find"]
        open(f, "w").write(text.replace(e["find"], e["replace"]))
    build(to)


def run(folder, show):
    port = kit.free_port()
    p = subprocess.Popen(["./service", "-port", str(port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        s = kit.Service(port)
        for _ in range(100):
            try:
                if s.raw("GET", "/_understudy/health", timeout=2)[0] == 200:
                    break
            except OSError:
                time.sleep(0.05)
        return show(s)
    finally:
        p.send_signal(signal.SIGKILL)
        p.wait(10)


def main():
    want = sys.argv[1:]
    for a in AREAS:
        if os.path.exists(os.path.join(HERE, "shows_%s.py" % a)):
            importlib.import_module("shows_" + a)
    ids = [m["json"]["id"] for m in kit.MISTAKES]
    assert len(set(ids)) == len(ids), "ids are not unique"
    out = os.path.join(HERE, "mistakes.json")
    proven = {m["id"]: m for m in json.load(open(out))} if os.path.exists(out) else {}
    failed = []
    with tempfile.TemporaryDirectory(dir=HERE) as tmp:
        clean = os.path.join(tmp, "clean")
        copy([], clean)
        for m in kit.MISTAKES:
            j = m["json"]
            if want and j["id"] not in want and j["areas"][0] not in want:
                continue
            if not want and proven.get(j["id"]) == j:
                continue
            proven.pop(j["id"], None)
            try:
                a = run(clean, m["show"])
                assert a == m["clean"], "clean: %r, expected %r" % (a, m["clean"])
                bad = os.path.join(tmp, j["id"])
                copy(j["edits"], bad)
                b = run(bad, m["show"])
                assert b == m["faulty"] and a != b, "faulty: %r, expected %r" % (b, m["faulty"])
                shutil.rmtree(bad)
                proven[j["id"]] = j
                print("proven  ", j["id"], "clean", a, "faulty", b, flush=True)
            except Exception as e:
                failed.append(j["id"])
                print("FAILED  ", j["id"], e if isinstance(e, AssertionError) else traceback.format_exc(), flush=True)
            order = [proven[i] for i in ids if i in proven]
            json.dump(order, open(out, "w"), indent=1)
    print(len([i for i in ids if i in proven]), "proven,", len(failed), "failed", failed)


main()
