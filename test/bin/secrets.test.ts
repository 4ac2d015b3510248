import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { startCandidate as startSecondCandidate } from '../../examples/second-candidate/server.ts'
import { ROOT, understudy } from '../support/command.ts'
import { freePort } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const FAULTS = ['source-token-in-list', 'provider-token-returned', 'token-key-in-list', 'export-token-in-list']
/** One has everything in it that some form of ours escapes. */
const ENVIRONMENT = { OWNER_KEY: 'a-session-owner-7Qm2', PROVIDER_TOKEN: `pt-5f2c"9e<7a&1b'3d|4f%60\\Zz+/` }

/** Stands before a target and keeps whatever is called a secret in what comes back. */
async function listening(target: string, secrets: Set<string>): Promise<string> {
  const server = createServer((message, response) => {
    const { port } = new URL(target)
    const passed = request({
      port,
      host: '127.0.0.1',
      method: message.method,
      path: message.url,
      headers: message.headers,
    })
    passed.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        for (const [, value = ''] of body
          .toString('utf8')
          .matchAll(/"(?:key|token|secret|signingSecret|password|joinToken)":"([^"]{12,})"/g))
          secrets.add(value)
        for (const [, value = ''] of body.toString('utf8').matchAll(/\btoken: (?:\\")?([^"\\\s]{12,})/g))
          secrets.add(value)
        response.writeHead(answer.statusCode ?? 0, answer.headers).end(body)
      })
    })
    message.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const textsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))

/** A text in every form that something we write gives it, without spaces and in small letters. */
function formsOf(secret: string): string[] {
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ x: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;').replaceAll('"', '&#34;'),
    secret.replaceAll("'", `'\\''`),
    secret.replaceAll('|', '\\|'),
    secret.replaceAll('%', '%25'),
    Buffer.from(secret).toString('hex'),
    ...['', 'x', 'xy'].map((before) =>
      Buffer.from(before + secret)
        .toString('base64')
        .slice(4, -4),
    ),
    ...['', 'x', 'xy'].map((before) =>
      Buffer.from(before + secret)
        .toString('base64url')
        .slice(4, -4),
    ),
  ]
  return [...new Set(forms.map(bare))].filter((form) => form.length > 7)
}

const bare = (text: string): string => text.replace(/\s+/g, '').toLowerCase()

/** The profile of the candidate, with some of its secrets in the environment and some in the file. */
function writtenProfile(secrets: Set<string>): string {
  const file = join(temporaryFolder(), 'profile.yaml')
  const text = readFileSync(join(ROOT, 'examples/candidate/profile-a.yaml'), 'utf8')
  for (const [key] of text.matchAll(/a-session-[\w-]+/g)) secrets.add(key)
  writeFileSync(
    file,
    text
      .replace('a-session-owner-7Qm2', '"$' + '{OWNER_KEY}"')
      .replace('any token will do', '"$' + '{PROVIDER_TOKEN}"')
      .replace('./driver.mjs', join(ROOT, 'examples/candidate/driver.mjs')),
  )
  return file
}

test('no secret of a run is in anything that verify, learn, replay, record or export writes', async () => {
  const candidate = await startCandidate({ variant: 'a', faults: FAULTS })
  onTestFinished(() => candidate.close())
  const secrets = new Set<string>(Object.values(ENVIRONMENT))
  const url = await listening(candidate.url, secrets)
  const folder = temporaryFolder()
  const profile = writtenProfile(secrets)
  const written: string[] = []
  for (const [name, value] of Object.entries(ENVIRONMENT)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const command = async (...args: string[]) => {
    const done = await understudy(...args)
    written.push(done.out, done.err)
    return done
  }
  const at = [url, '--profile', profile]
  const kinds = ['json', 'junit', 'markdown', 'html', 'github'].flatMap((kind) => [
    '--report',
    `${kind}=${join(folder, kind)}`,
  ])
  const saved = join(folder, 'failures')
  const some = ['--runs', '0', '--seed', '4']
  const area = ['--area', 'oncall', 'uptime', 'tokens']
  const limited = ['--requests', '250', ...kinds, '--save-failures', saved]
  expect((await command('verify', ...at, ...area, ...some, ...limited)).code).toBe(1)
  const failures = readdirSync(saved)
  expect(failures.join()).toMatch(/createToken|listTokens/)
  const [failure = ''] = failures
  const replayed = ['--target', ...at, '--report', `junit=${join(folder, 'replayed.xml')}`]
  await command('replay', join(saved, failure), ...replayed)
  for (const form of ['curl', 'vitest', 'har'])
    await command('scenario', 'export', join(saved, failure), '--as', form, '--profile', profile)
  written.push(...(await recordedSession(url, profile, join(folder, 'recorded.arazzo.yaml'))))
  const learned = join(temporaryFolder(), 'learned.yaml')
  expect((await command('learn', ...at, '--area', 'tokens', ...some, '--write', learned)).code).toBe(0)
  written.push(...textsBelow(folder), withoutOwn(readFileSync(learned, 'utf8'), readFileSync(profile, 'utf8')))

  expect(secrets.size).toBeGreaterThan(20)
  const all = bare(written.join('\n'))
  expect(all.length).toBeGreaterThan(50_000)
  expect([...secrets].filter((secret) => formsOf(secret).some((form) => all.includes(form)))).toEqual([])
})

test('nor is a password, a join token or a client configuration', async () => {
  const candidate = await startSecondCandidate({
    variant: 'a',
    faults: ['kubeconfig-without-expiry', 'login-lasts-a-day'],
  })
  onTestFinished(() => candidate.close())
  const secrets = new Set<string>()
  const url = await listening(candidate.url, secrets)
  const folder = temporaryFolder()
  const profile = join(ROOT, 'examples/second-candidate/profile-a.yaml')
  const some = ['--area', 'registry', 'clusters', '--runs', '0', '--seed', '4', '--requests', '300']
  const kept = ['--report', `json=${join(folder, 'json')}`, '--report', `html=${join(folder, 'html')}`]
  const saved = join(folder, 'failures')
  const done = await understudy('verify', url, '--profile', profile, ...some, ...kept, '--save-failures', saved)
  expect(readdirSync(saved).join()).toMatch(/getKubeconfig.*createLoginCredential/)
  const all = bare([done.out, done.err, ...textsBelow(folder)].join('\n'))
  expect(all).toContain('[passwordofcreatelogincredential]')
  expect(secrets.size).toBeGreaterThan(10)
  expect([...secrets].filter((secret) => formsOf(secret).some((form) => all.includes(form)))).toEqual([])
})

/** What `learn` added: it copies the profile as its author wrote it. */
const withoutOwn = (learned: string, profile: string): string => {
  const own = new Set(profile.split('\n').map((line) => line.trim()))
  return learned
    .split('\n')
    .filter((line) => !own.has(line.trim()))
    .join('\n')
}

/** What the command prints while somebody makes a token and stores a credential through it. */
async function recordedSession(url: string, profile: string, file: string): Promise<string[]> {
  const port = await freePort()
  const args = ['record', '--target', url, '--profile', profile, '--port', String(port), '--write', file]
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), ...args], {
    env: { ...process.env, ...ENVIRONMENT, NO_COLOR: '1' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      out += chunk
    })
  await expect.poll(() => out).toContain('Recording ')
  const headers = { 'x-session-key': ENVIRONMENT.OWNER_KEY, 'content-type': 'application/json' }
  const base = `http://127.0.0.1:${port}/api/v1`
  const body = JSON.stringify({ accountSid: 'AC1', authToken: ENVIRONMENT.PROVIDER_TOKEN, fromNumber: '+4930123456' })
  await fetch(`${base}/tokens`, { method: 'POST', headers, body: JSON.stringify({ name: 'ci' }) })
  await fetch(`${base}/tokens?key=${ENVIRONMENT.OWNER_KEY.toUpperCase()}`, { headers })
  await fetch(`${base}/oncall/telephony`, { method: 'PUT', headers, body })
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.kill('SIGINT')
  await ended
  const scenario = readFileSync(file, 'utf8')
  expect(scenario).toContain('createToken')
  expect(out).toContain('/api/v1/tokens?key=[value of OWNER_KEY]')
  return [out, scenario]
}
