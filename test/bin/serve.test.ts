import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT, run, understudy } from '../support/command.ts'
import { freePort } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** `understudy serve`, started and listening. */
async function serve(...args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), 'serve', ...args], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(out)
      if (found) return found
      if (child.exitCode !== null) throw new Error(`it ended: ${out}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const stop = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = await ended
    return { code, out }
  }
  return { until, stop }
}

test('serve says where it listens, who can call and what to try, logs each request and stops on Ctrl-C', async () => {
  const { until, stop } = await serve('--port', '0')
  const [, url = ''] = await until(/listens on (\S+)\n/)
  await until(/Ctrl-C stops it/)
  await (await fetch(`${url}/nothing?a=1`)).text()
  await (await fetch(`${url}/api/v1/tokens`, { method: 'PUT' })).text()
  await until(/405/)
  const { code, out } = await stop('SIGINT')
  expect(code).toBe(0)
  expect(out).toMatch(/^Try curl -H 'Authorization: Bearer owner' http:\/\/127\.0\.0\.1:\d+\/api\/v1\/\S+$/m)
  expect(out).toMatch(/^outsider {3}Dorota Wiśniewska, owner of globex {2,}Authorization: Bearer outsider$/m)
  expect(out).toMatch(/^GET {4}\/nothing\?a=1 - 404 - \d+\.\d ms$/m)
  expect(out).toMatch(/Stopped\.\n$/)
})

test('serve --json prints one event per line', async () => {
  const { until, stop } = await serve('--port', '0', '--seed', 'small', '--json')
  const [, url = ''] = await until(/"url":"([^"]+)"/)
  await (await fetch(`${url}/api/v1/tokens`, { headers: { Prefer: 'code=401' } })).text()
  await until(/exchange/)
  const { out } = await stop('SIGTERM')
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events).toMatchObject([
    { event: 'listening', url, callers: [{ name: 'owner', headers: { Authorization: 'Bearer owner' } }, {}, {}, {}] },
    { event: 'exchange', method: 'GET', target: '/api/v1/tokens', operation: 'listTokens', status: 401 },
    { event: 'stopped' },
  ])
})

test('serve --quiet says where it listens and nothing else', async () => {
  const { until, stop } = await serve('--port', '0', '--quiet')
  const [, url = ''] = await until(/listens on (\S+)\n/)
  await (await fetch(`${url}/nothing`)).text()
  expect((await stop('SIGINT')).out).toBe(`Understudy listens on ${url}\n`)
})

test('serve --profile shows the callers of the profile', async () => {
  const file = join(temporaryFolder(), 'profile.yaml')
  writeFileSync(
    file,
    `actors:
  boss: { role: owner, organization: north, headers: { X-Session-Key: "it's me" } }
  clerk: { role: member, organization: north, headers: { X-Session-Key: "\${UNDERSTUDY_TEST_KEY}" } }
gaps:
  general.credential-transport: { header: X-Session-Key }
`,
  )
  process.env.UNDERSTUDY_TEST_KEY = 'from-the-environment-1234'
  onTestFinished(() => void delete process.env.UNDERSTUDY_TEST_KEY)
  const { until, stop } = await serve('--port', '0', '--seed', 'small', '--profile', file)
  await until(/Ctrl-C stops it/)
  const { out } = await stop('SIGINT')
  expect(out).toMatch(/^boss +boss, owner of north +X-Session-Key: it's me$/m)
  expect(out).toMatch(/^clerk +clerk, member of north +X-Session-Key: \[value of UNDERSTUDY_TEST_KEY\]$/m)
  expect(out).toContain(`Try curl -H 'X-Session-Key: it'\\''s me' http`)
})

test('what cannot be served is one sentence and exit code 2', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void taken.close())
  const said = (err: string) => ({ code: 2, out: '', err })
  expect(await understudy('serve', '--port', String(port))).toEqual(
    said(`Port ${port} on 127.0.0.1 is in use; choose another with --port.\n`),
  )
  expect(await understudy('serve', '--port', 'eighty')).toEqual(
    said('eighty is not a valid port; use a number from 0 to 65535.\n'),
  )
  expect(await understudy('serve', '--clock', 'noon')).toEqual(
    said('noon is not a valid clock; use real, frozen or an instant such as 2026-03-05T09:00:00Z.\n'),
  )
  expect(await understudy('serve', '--host', '203.0.113.7', '--port', '0')).toEqual(
    said('This machine has no address 203.0.113.7; choose another with --host.\n'),
  )
  expect(await understudy('serve', '--profile', 'no.yaml')).toEqual(
    said('Cannot read no.yaml: there is no such file.\n'),
  )
})

test('serve --auth off --latency over HTTPS: the owner without a credential, held back', async () => {
  const pem = (name: string) => join(ROOT, `test/stateful-mock/fixtures/${name}.pem`)
  const { until, stop } = await serve(
    ...['--port', '0', '--seed', 'small', '--quiet', '--auth', 'off', '--latency', '80'],
    ...['--tls-cert', pem('cert'), '--tls-key', pem('key')],
  )
  const [, url = ''] = await until(/listens on (https:\S+)\n/)
  const begun = performance.now()
  const options = { ca: readFileSync(pem('cert')), agent: false }
  const status = await new Promise((resolve, reject) => {
    request(`${url}/api/v1/tokens`, options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(75)
  expect((await stop('SIGINT')).code).toBe(0)
})

test('serve --tls makes a certificate that a client trusts with the file it names', async () => {
  const { until, stop } = await serve('--port', '0', '--seed', 'small', '--tls', '--allow-host', 'mock.test', '--json')
  const [line] = await until(/^\{"event":"listening".*\n/)
  const { url, ca } = JSON.parse(line) as { url: string; ca: string }
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)

  const { port } = new URL(url)
  const program = `
    for (const host of ['127.0.0.1', 'localhost'])
      console.log(await fetch('https://' + host + ':${port}/_understudy/health').then((answer) => answer.status, (error) => error.cause.code))`
  const asked = (env: NodeJS.ProcessEnv) => run(process.execPath, ['--input-type=module', '-e', program], { env })
  expect(await asked({ NODE_EXTRA_CA_CERTS: ca })).toMatchObject({ out: '200\n200\n' })
  expect((await asked({})).out).toMatch(/^(UNABLE_TO_VERIFY_LEAF_SIGNATURE\n){2}$/)

  const certificate = await new Promise<string | undefined>((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: Number(port), ca: readFileSync(ca), servername: 'mock.test' },
      () => {
        resolve(socket.getPeerCertificate().subjectaltname)
        socket.destroy()
      },
    ).on('error', reject)
  })
  expect(certificate).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:mock.test')
  expect((await stop('SIGTERM')).code).toBe(0)
  expect(existsSync(ca)).toBe(false)
})

test('serve --tls FILE says whom to trust; with a certificate of one’s own it is a mistake', async () => {
  const folder = temporaryFolder()
  const ca = join(folder, 'ca.pem')
  const { until, stop } = await serve('--port', '0', '--seed', 'small', '--tls', ca)
  await until(new RegExp(`trust +NODE_EXTRA_CA_CERTS=${ca} or curl --cacert ${ca}\n`))
  await until(new RegExp(`Try curl --cacert ${ca} -H 'Authorization: Bearer owner' https://`))
  await stop('SIGTERM')
  expect(readFileSync(ca, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n/)
  expect(await understudy('serve', '--tls', '--tls-cert', ca)).toEqual({
    code: 2,
    out: '',
    err: '--tls generates a certificate; leave out --tls-cert and --tls-key.\n',
  })
})

test('serve --allow-host, as often as needed, lets the mock be controlled under other names', async () => {
  const { until, stop } = await serve('--port', '0', '--allow-host', 'mock', '--allow-host', 'app', '--quiet')
  const [, url = ''] = await until(/listens on (\S+)\n/)
  const statusAs = (Host: string) =>
    new Promise((resolve, reject) => {
      get(`${url}/_understudy/health`, { headers: { Host } }, (answer) => resolve(answer.resume().statusCode)).on(
        'error',
        reject,
      )
    })
  expect(await Promise.all(['mock:4010', 'app', 'other'].map(statusAs))).toEqual([200, 200, 403])
  expect((await stop('SIGTERM')).code).toBe(0)
})

test('serve --live lets things happen by themselves', async () => {
  const { until, stop } = await serve('--port', '0', '--live', '0.1', '--quiet')
  const [, url = ''] = await until(/listens on (\S+)\n/)
  const events = async () => {
    const { entries } = (await (await fetch(`${url}/_understudy/journal/entries`)).json()) as {
      entries: { kind: string }[]
    }
    return entries.filter(({ kind }) => kind === 'event').length
  }
  while ((await events()) < 3) await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await stop('SIGTERM')).code).toBe(0)
})

test.each([
  [['--live', 'fast'], 'fast is not a valid interval; use a number of seconds from 0.1 to 86400.'],
  [
    ['--allow-webhook-host', 'http://hooks.example'],
    'http://hooks.example is not a valid host; use a name or an address',
  ],
  [
    ['--allow-host', 'mock:4010'],
    'mock:4010 is not a valid host; use a name or an address without scheme, port or path.',
  ],
])('serve %j is a mistake', async (args, sentence) => {
  const { code, err } = await understudy('serve', '--port', '0', ...args)
  expect(code).toBe(2)
  expect(err).toContain(sentence)
})

test('serve on every address says so, with the addresses', async () => {
  const child = spawn(process.execPath, [
    join(ROOT, 'bin/understudy.js'),
    'serve',
    '--port',
    '0',
    '--host',
    '0.0.0.0',
    '--json',
    '--seed',
    'small',
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  for await (const chunk of child.stdout) {
    out += chunk
    if (out.includes('notice')) break
  }
  expect(out).toMatch(
    /"notice":"Warning: reachable from other machines on all addresses \(0\.0\.0\.0\): .*can use and control it\."/,
  )
})

test('serve goes on when nobody reads its output any more, and cleans up when its terminal goes', async () => {
  const data = join(temporaryFolder(), 'worlds.db')
  const child = spawn(process.execPath, [
    join(ROOT, 'bin/understudy.js'),
    'serve',
    '--port',
    '0',
    '--seed',
    'small',
    '--data',
    data,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  for await (const chunk of child.stdout) {
    out += chunk
    if (out.includes('Ctrl-C')) break
  }
  const [, url = ''] = /listens on (\S+)\n/.exec(out) ?? []
  child.stdout.destroy()
  for (let count = 0; count < 5; count++) expect((await fetch(`${url}/nothing`)).status).toBe(404)
  const ended = once(child, 'exit')
  child.kill('SIGHUP')
  expect(await ended).toEqual([0, null])
  expect([existsSync(`${data}-wal`), existsSync(data)]).toEqual([false, true])
})
