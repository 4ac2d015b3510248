import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { type Finished, ROOT, understudy } from '../support/command.ts'
import { freePort } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PROFILE = 'examples/candidate/profile-a.yaml'
const OWNER = { 'X-Session-Key': 'a-session-owner-7Qm2' }

async function candidate(...faults: string[]): Promise<string> {
  const running = await startCandidate({ variant: 'a', faults })
  onTestFinished(() => running.close())
  return running.url
}

interface Watching {
  readonly url: string
  readonly ended: Promise<Finished>
  stop(): void
}

/** The command as a person starts it, once it listens. */
async function watching(target: string, ...args: string[]): Promise<Watching> {
  const line = [join(ROOT, 'bin/understudy.js'), 'watch', '--target', target, '--port', '0', ...args]
  const child = spawn(process.execPath, line, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, out, err })))
  const url = await new Promise<string>((resolve, reject) => {
    const look = (chunk: unknown) => {
      out += chunk
      const [found] = /http:\/\/127\.0\.0\.1:\d+(?=;)/.exec(out + err) ?? []
      if (found) resolve(found)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', () => look(''))
    void ended.then(({ err: said }) => reject(new Error(said)))
  })
  return { url, ended, stop: () => void child.kill('SIGINT') }
}

const call = (url: string, path: string, body?: object, headers: Record<string, string> = OWNER) =>
  fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

test('what a target does wrong is told as it passes, reported at the end, and is the exit code', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'report.json')
  const watch = await watching(await candidate('token-key-in-list'), '--profile', PROFILE, '--report', `json=${file}`)
  const made = await call(watch.url, '/api/v1/tokens', { name: 'laptop' })
  const { key } = (await made.json()) as { key: string }
  expect((await call(watch.url, '/api/v1/tokens')).status).toBe(200)
  watch.stop()
  const { code, out, err } = await watch.ended
  expect(code).toBe(1)
  expect(out).toMatch(/^\S+Z FAILURE listTokens: .* \[GEN-06\] \(GET \/api\/v1\/tokens by owner, 200\)$/m)
  expect(out).toContain('FAILURE listTokens: ')
  expect(out).toContain('  1. createToken as owner ')
  expect(out).toContain('does not conform: 1 failure')
  const report = readFileSync(file, 'utf8')
  expect(JSON.parse(report)).toMatchObject({ format: 1, requests: 2, verdict: 'does not conform' })
  for (const text of [out, err, report]) {
    expect(text).not.toContain(key)
    expect(text).not.toContain('a-session-owner')
  }
})

test('what is right is silent: exit code 0 after as many exchanges as were asked for', async () => {
  const watch = await watching(await candidate(), '--profile', PROFILE, '--exchanges', '3', '--json')
  await call(watch.url, '/api/v1/tokens', { name: 'laptop' })
  await call(watch.url, '/api/v1/tokens')
  expect((await call(watch.url, '/api/v1/tokens', undefined, {})).status).toBe(401)
  expect(await watch.ended).toMatchObject({ code: 0, out: '' })
})

test('who calls without a credential can be said', async () => {
  const mock = await createMock({ seed: 'small', auth: 'off' })
  onTestFinished(() => mock.close())
  const watch = await watching(mock.url, '--as', 'owner', '--exchanges', '2')
  await call(watch.url, '/api/v1/uptime/services', { name: 'shop' }, {})
  await call(watch.url, '/api/v1/uptime/services', undefined, {})
  expect(await watch.ended).toMatchObject({ code: 0, err: '' })
  const unknown = await understudy('watch', '--target', mock.url, '--port', '0', '--as', 'boss')
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('The profile has no actor boss.') })
})

test('a target that is away: callers get 502, a sentence says why, and nothing was judged', async () => {
  const port = await freePort()
  const watch = await watching(`http://127.0.0.1:${port}`, '--profile', PROFILE, '--for', '1s')
  expect((await call(watch.url, '/api/v1/tokens')).status).toBe(502)
  const { code, err } = await watch.ended
  expect(code).toBe(2)
  expect(err).toContain(`http://127.0.0.1:${port} cannot be reached: ECONNREFUSED. Callers get 502 until it can.`)
  expect(err).toContain('There was no traffic that could be judged.')
})

const entry = (startedDateTime: string, time: number, id: string) => ({
  startedDateTime,
  time,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:9/api/v1/uptime/services',
    headers: [{ name: 'X-Session-Key', value: OWNER['X-Session-Key'] }],
    postData: { text: '{"name":"shop"}' },
  },
  response: {
    status: 201,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { text: JSON.stringify({ id, name: 'shop', createdAt: startedDateTime, monitors: 0 }) },
  },
})

test('a HAR file is judged by the times of its entries', async () => {
  const file = join(temporaryFolder(), 'session.har')
  const entries = [entry('2026-03-04T10:00:01.000Z', 20, 's2'), entry('2026-03-04T10:00:00.000Z', 20, 's1')]
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }))
  const { code, out } = await understudy('judge', file, '--profile', PROFILE)
  expect(code).toBe(1)
  expect(out).toContain('FAILURE createUptimeService: accepted, although ')
  expect(out).toContain("'http://127.0.0.1:9/api/v1/uptime/services'")
  expect(out).toContain('does not conform: 1 failure')
})

test('of a HAR file only what the API itself answered is judged', async () => {
  const file = join(temporaryFolder(), 'session.har')
  const first = entry('2026-03-04T10:00:00.000Z', 20, 's1')
  const listed = (startedDateTime: string, content: object, more: object = {}) => ({
    ...first,
    startedDateTime,
    request: { ...first.request, method: 'GET', postData: undefined },
    response: { ...first.response, status: 200, content },
    ...more,
  })
  const counted = {
    ...first,
    startedDateTime: '2026-03-04T10:00:03.000Z',
    request: { ...first.request, url: 'https://visits.example/count' },
  }
  const empty = { text: '{"services":[]}' }
  const entries = [
    first,
    listed('2026-03-04T10:00:01.000Z', empty, { _fromCache: 'memory' }),
    listed('2026-03-04T10:00:02.000Z', { size: 15, mimeType: 'application/json' }),
    counted,
  ]
  const judged = (...all: object[]) => {
    writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: all } }))
    return understudy('judge', file, '--profile', PROFILE)
  }
  expect(await judged(...entries)).toMatchObject({ code: 0 })
  // What other servers are told has no effect on what is known of the API.
  const { code, out } = await judged(...entries, listed('2026-03-04T10:00:04.000Z', empty))
  expect(code).toBe(1)
  expect(out).toContain('FAILURE listUptimeServices: services lacks the UptimeService')
})

test('what is no HAR file is refused in a sentence', async () => {
  const folder = temporaryFolder()
  const refused = async (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    const { code, err } = await understudy('judge', join(folder, name))
    return [code, err.replace(`${folder}/`, '').trim()]
  }
  expect(await refused('a.har', '{"log":{}}')).toEqual([2, 'a.har is not a HAR file: it has no log.entries.'])
  expect(await refused('b.arazzo.yaml', 'arazzo: 1.0.1\n')).toEqual([
    2,
    'b.arazzo.yaml is a scenario, not recorded traffic: run it with understudy replay.',
  ])
  expect(await refused('c.har', '{"log":{"entries":[]}}')).toEqual([
    2,
    'No request in c.har called an operation of the API.',
  ])
})
