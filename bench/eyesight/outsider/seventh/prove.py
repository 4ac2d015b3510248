"""Proves the mistakes: for each, a copy of examples/fourth-candidate with its edits is built and run,
and the showing sequence must hold on the clean service and fail on the faulty one.

    python3 prove.py [area ...] [--only id,id] [--again]

Prints PROVEN or FAILED for each; the mistakes are those of mistakes.json."""
import http.client, importlib, json, os, shutil, socket, subprocess, sys, tempfile, time, traceback, glob

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, 'cases')
CANDIDATE = os.path.join(HERE, '../../../../examples/fourth-candidate')
TMP = tempfile.mkdtemp(prefix='seventh-')
AREAS = ['tokens', 'iam', 'organization', 'registry', 'email', 'oncall', 'clusters', 'uptime']
ENV = dict(os.environ, GOTOOLCHAIN='local', GOMAXPROCS='2', PATH=os.environ.get('PATH', '') )

class Setup(Exception):
    pass

class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try:
            self.json = json.loads(raw) if raw else None
        except ValueError:
            self.json = None
    def __getitem__(self, k):
        return self.json[k]

class Client:
    """One service. who is a session name, or a whole bearer if it starts with '='; org chooses the organization."""
    def __init__(self, port):
        self.port = port
    def req(self, method, path, body=None, who='olga', org=None):
        h = {}
        if who:
            h['Authorization'] = 'Bearer ' + (who[1:] if who.startswith('=') else 'session-' + who)
        if org:
            h['X-Organization'] = org
        data = None
        if body is not None:
            data, h['Content-Type'] = json.dumps(body), 'application/json'
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        try:
            c.request(method, path, data, h)
            r = c.getresponse()
            return R(r.status, dict((k.lower(), v) for k, v in r.getheaders()), r.read())
        finally:
            c.close()
    def ok(self, *a, **k):
        r = self.req(*a, **k)
        if r.status >= 300:
            raise Setup('%s -> %d %r' % (a, r.status, r.raw[:300]))
        return r
    def get(self, path, **k):
        return self.ok('GET', path, **k)
    def ev(self, name, **body):
        return self.ok('POST', '/_understudy/events/' + name, body, who=None)
    def evq(self, name, **body):
        return self.req('POST', '/_understudy/events/' + name, body, who=None)
    def freeze(self, now='2027-03-01T12:00:00Z'):
        return self.ok('PUT', '/_understudy/clock', {'mode': 'frozen', 'now': now}, who=None)
    def adv(self, by):
        return self.ok('POST', '/_understudy/clock/advance', {'by': by}, who=None)
    def at_once(self):
        return self.ok('PUT', '/_understudy/clock/progress', {'mode': 'at-once'}, who=None)
    def reset(self):
        return self.ok('POST', '/_understudy/reset', who=None)

ALL = []
def mistake(id, areas, kind, statement, wrong, alone, edits, steps, differs):
    def deco(f):
        ALL.append(dict(id=id, areas=areas, kind=kind, statement=statement, wrong=wrong, requestsAlone=alone,
                        edits=[dict(file=a, find=b, replace=c) for a, b, c in edits], shownBy=steps, differsAt=differs, _f=f))
        return f
    return deco

def free_port():
    s = socket.socket()
    s.bind(('127.0.0.1', 0))
    p = s.getsockname()[1]
    s.close()
    return p

class Service:
    def __init__(self, folder):
        self.port = free_port()
        self.p = subprocess.Popen([os.path.join(folder, 'service'), '-port', str(self.port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=open(os.path.join(folder, 'log'), 'w'))
        self.c = Client(self.port)
        for _ in range(200):
            try:
                if self.c.req('GET', '/_understudy/health', who=None).status == 200:
                    return
            except OSError:
                time.sleep(.05)
        self.stop()
        raise Setup('does not start')
    def stop(self):
        self.p.kill()
        self.p.wait()

def build(folder):
    r = subprocess.run(['go', 'build', '-o', 'service', '.'], cwd=folder, env=ENV, capture_output=True, text=True, timeout=180)
    if r.returncode:
        raise Setup('build: ' + r.stderr[-1500:])

def run(f, client):
    client.reset()
    ok, evidence = f(client)
    return bool(ok), evidence

def main():
    os.makedirs(TMP, exist_ok=True)
    args = sys.argv[1:]
    only = None
    if '--only' in args:
        i = args.index('--only'); only = args[i + 1].split(','); del args[i:i + 2]
    again = '--again' in args
    check = '--check' in args
    args = [a for a in args if not a.startswith('--')]
    sys.path.insert(0, CASES)
    sys.modules['prove'] = sys.modules['__main__']
    for a in AREAS:
        if os.path.exists(os.path.join(CASES, 'shows_%s.py' % a)):
            importlib.import_module('shows_' + a)
    ids = [m['id'] for m in ALL]
    assert len(ids) == len(set(ids)), 'an id twice'
    pf = os.path.join(TMP, 'proofs.json')
    proofs = json.load(open(pf)) if os.path.exists(pf) else {}
    clean_dir = os.path.join(TMP, 'check' if check else 'clean')
    shutil.rmtree(clean_dir, ignore_errors=True)
    shutil.copytree(CANDIDATE, clean_dir)
    build(clean_dir)
    clean = Service(clean_dir)
    folder = os.path.join(TMP, 'faulty')
    try:
        for m in ALL:
            if (args and m['areas'][0] not in args) or (only and m['id'] not in only):
                continue
            if m['id'] in proofs and proofs[m['id']].get('edits') == m['edits'] and not again:
                continue
            t0 = time.time()
            try:
                good, ev = run(m['_f'], clean.c)
                if not good:
                    raise Setup('does not hold on the clean service: %r' % (ev,))
                if check:
                    for e in m['edits']:
                        n = open(os.path.join(CANDIDATE, e['file'])).read().count(e['find'])
                        if n != 1:
                            print('EDIT', m['id'], n, repr(e['find']))
                    continue
                shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(CANDIDATE, folder)
                for e in m['edits']:
                    p = os.path.join(folder, e['file'])
                    s = open(p).read()
                    clean_s = open(os.path.join(CANDIDATE, e['file'])).read()
                    if clean_s.count(e['find']) != 1 or s.count(e['find']) != 1:
                        raise Setup('find stands %d times in %s: %r' % (clean_s.count(e['find']), e['file'], e['find']))
                    open(p, 'w').write(s.replace(e['find'], e['replace']))
                build(folder)
                faulty = Service(folder)
                try:
                    bad, ev2 = run(m['_f'], faulty.c)
                finally:
                    faulty.stop()
                if bad:
                    raise Setup('no difference: clean %r faulty %r' % (ev, ev2))
                proofs[m['id']] = dict(edits=m['edits'], clean=ev, faulty=ev2)
                print('PROVEN %-45s %4.1fs  clean %s | faulty %s' % (m['id'], time.time() - t0, json.dumps(ev)[:90], json.dumps(ev2)[:90]), flush=True)
            except Exception as e:
                if not check:
                    proofs.pop(m['id'], None)
                print('FAILED %-45s %s' % (m['id'], str(e) if isinstance(e, Setup) else traceback.format_exc()[-700:]), flush=True)
            if not check:
                json.dump(proofs, open(pf, 'w'), indent=1)
    finally:
        clean.stop()

if __name__ == '__main__':
    main()
