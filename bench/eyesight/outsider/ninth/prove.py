#!/usr/bin/env python3
"""Proves the mistakes: python3 prove.py [--area tokens] [id ...]. Proven ones go to mistakes.json, sorted by area."""
import importlib
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / "cases"
CLEAN = HERE / "../../../../examples/third-candidate"
sys.path.insert(0, str(CASES))
import common  # noqa: E402

AREAS = ("tokens", "iam", "organization", "registry", "email", "oncall", "clusters", "uptime")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Running:
    def __init__(self, folder, other):
        self.port = free_port()
        self.process = subprocess.Popen([sys.executable, "-B", "server.py", "--port", str(self.port), *(["--other"] if other else [])],
                                        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.server = common.Server(self.port)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError(self.process.stderr.read().decode()[-800:])
                time.sleep(0.05)
        raise RuntimeError("did not start")

    def stop(self):
        self.process.kill()
        err = self.process.stderr.read().decode()
        self.process.wait(5)
        return err


def apply(m, folder):
    for e in m["edits"]:
        clean = (CLEAN / e["file"]).read_text()
        n = clean.count(e["find"])
        if n != 1:
            raise RuntimeError(f"{e['file']}: stands {n} times: {e['find'][:60]!r}")
        path = pathlib.Path(folder) / e["file"]
        text = path.read_text()
        assert text.count(e["find"]) == 1, "edits overlap"
        path.write_text(text.replace(e["find"], e["replace"]))


def run(folder, other, show):
    r = Running(folder, other)
    try:
        value = show(r.server)
    finally:
        err = r.stop()
    return json.dumps(value, sort_keys=True), err


def prove(m, show):
    other = m.get("variant") == "b"
    with tempfile.TemporaryDirectory() as t:
        folder = pathlib.Path(t) / "c"
        shutil.copytree(CLEAN, folder, ignore=shutil.ignore_patterns("__pycache__"))
        one, _ = run(folder, other, show)
        two, err = run(folder, other, show)
        if one != two:
            return False, f"the clean one is not steady: {one[:300]} / {two[:300]}"
        if err.strip():
            return False, "clean: " + err[-400:]
        apply(m, folder)
        faulty, err = run(folder, other, show)
        if one == faulty:
            return False, "no difference: " + one[:300]
        return True, f"clean {one[:260]}\n      wrong {faulty[:260]}" + ("\n      STDERR " + err[-300:] if err.strip() else "")


def main():
    args = sys.argv[1:]
    areas = AREAS
    if "--area" in args:
        i = args.index("--area")
        areas = (args[i + 1],)
        del args[i:i + 2]
    out = HERE / "mistakes.json"
    proven = {m["id"]: m for m in json.loads(out.read_text())} if out.exists() else {}
    for area in areas:
        if not (CASES / f"shows_{area}.py").exists():
            continue
        common.MISTAKES.clear()
        importlib.import_module(f"shows_{area}")
        for m, show in common.MISTAKES:
            if args and m["id"] not in args:
                continue
            try:
                good, words = prove(m, show)
            except Exception:
                good, words = False, traceback.format_exc()[-900:]
            print("proven" if good else "NOT   ", m["id"], "\n     ", words, flush=True)
            proven.pop(m["id"], None)
            if good:
                proven[m["id"]] = m
            every = sorted(proven.values(), key=lambda x: AREAS.index(x["areas"][0]))
            out.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n")
    print(len(proven), "proven in all")


if __name__ == "__main__":
    main()
