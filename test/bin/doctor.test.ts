import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeCheck } from '../../bin/doctor/machine.ts'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { ROOT, understudy, understudyProcess } from '../support/command.ts'
import { sampled } from '../support/sampled.ts'
import { freePort } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const PROFILE = 'examples/candidate/profile-a.yaml'

async function candidate(): Promise<string> {
  const running = await startCandidate({ variant: 'a' })
  onTestFinished(() => running.close())
  return running.url
}

/** The candidate's profile, changed. */
function changedProfile(change: (text: string) => string): string {
  const file = join(temporaryFolder(), 'profile.yaml')
  const text = readFileSync(join(ROOT, PROFILE), 'utf8')
  writeFileSync(file, change(text.replace('./driver.mjs', join(ROOT, 'examples/candidate/driver.mjs'))))
  return file
}

test('a target that is ready: one line for each check, exit code 0', async () => {
  const url = await candidate()
  const { code, out, err } = await understudy('doctor', url, '--profile', PROFILE)
  expect(out.split('\n')).toEqual([
    `ok       node        ${process.versions.node}`,
    `ok       profile     ${PROFILE}: candidate, variant a (6 actors, 27 bindings, 0 gaps, 67 operations left out)`,
    `ok       target      ${url} responds`,
    'ok       actor       owner, owner of north',
    'ok       actor       admin, admin of north',
    'ok       actor       member, member of north',
    'ok       actor       outsider, owner of south',
    'ok       actor       eastOwner, member of east',
    expect.stringMatching(/^ok {7}bindings {4}(\d+) of \1 reads respond at the paths they are bound to$/),
    'ok       driver      ./driver.mjs responds',
    expect.stringMatching(
      /^note {5}events {6}\d+ of the \d+ outside events that a run uses can be triggered; not roleChanges, tokenDisabled, tokenEnabled$/,
    ),
    '                     -> whatever depends on them is not exercised; add functions with these names to ./driver.mjs',
    'ok       vocabulary  complete: every operation can be called',
    '',
    'all good, 1 thing to note',
    '',
  ])
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('a read whose path leads nowhere is named', async () => {
  const profile = changedProfile((text) => text.replace(/(listSchedules: .*path: )\S+/, '$1/api/v1/oncall/nowhere,'))
  const { code, out } = await understudy('doctor', await candidate(), '--profile', profile)
  expect(out).toMatch(
    /problem {2}bindings .*nothing is there for listSchedules \(GET \/api\/v1\/oncall\/nowhere: 404\)/,
  )
  expect(code).toBe(1)
})

test('what is wrong or missing is named with the next step, exit code 1', async () => {
  const folder = temporaryFolder()
  const driver = join(folder, 'driver.mjs')
  writeFileSync(
    driver,
    'export default () => ({ async alertFires() {}, async getClock() { throw new Error("asleep") } })',
  )
  const profile = changedProfile((text) =>
    text
      .replace('a-session-member-3Vn8', 'stale')
      .replace(/^driver:.*$/m, `driver: { module: ${driver} }`)
      .replace(/^ {2}provider:.*\n/m, '')
      .replace(/^budget:.*$/m, 'budget: { permanent: 5, slow: 5, money: 5 }')
      .replace(/^ {2}nobody:\n.*\n.*\n/m, ''),
  )
  const { code, out } = await understudy('doctor', await candidate(), '--profile', profile)
  expect(out).toContain(
    'problem  actor       member, member of north: GET /api/v1/tokens answered 401\n' +
      '                     -> set a valid credential in its headers\n',
  )
  expect(out).toContain('note     actors      missing: one without a credential\n')
  expect(out).toContain(`problem  driver      ${driver} does not respond: asleep\n`)
  expect(out).toMatch(
    /note {5}events {6}1 of the \d+ outside events that a run uses can be triggered; not advanceClock, alertResolves, /,
  )
  expect(out).toContain('note     vocabulary  without provider, one operation cannot succeed: setProviderCredential\n')
  expect(out).toMatch(/note {5}budget {6}none for pages-people, so openIncident[^\n]* are not exercised\n/)
  expect(out).toMatch(/note {5}budget {6}small: permanent 5, money 5; a run can use \d+ of each, and skips /)
  expect(out).toContain('\n2 problems, 5 things to note\n')
  expect(code).toBe(1)
})

test('a profile that cannot be used: each mistake with its place', async () => {
  const profile = changedProfile((text) =>
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how a profile names a variable
    text.replace('a-session-owner-7Qm2', '"${NO_SUCH_TOKEN}"').replace('settle: 0', 'setle: 0'),
  )
  const { code, out } = await understudy('doctor', await candidate(), '--profile', profile)
  expect(out).toContain(`problem  profile     ${profile}:11:`)
  expect(out).toContain(
    'the environment variable NO_SUCH_TOKEN is not set\n                     -> export NO_SUCH_TOKEN=...\n',
  )
  expect(out).toContain('unknown key setle (did you mean settle?)')
  expect(out).toContain('ok       target ')
  expect(out).not.toContain('actor ')
  expect(code).toBe(1)

  const torn = await understudy(
    'doctor',
    await candidate(),
    '--profile',
    changedProfile((text) => text.replace('{', '}')),
  )
  expect(torn.out).toMatch(/problem {2}profile {5}[^\n]*:11:\d+: /)
  expect(torn.out).toMatch(/problem {2}profile {5}\d+ more errors, perhaps because of these\n/)
  expect(torn.out.split('\n').length).toBeLessThan(20)

  const missing = await understudy('doctor', '--port', String(await freePort()), '--profile', 'no-such.yaml')
  expect(missing.out).toContain('problem  profile     Cannot read no-such.yaml: there is no such file.\n')
  expect(missing.out).toContain('-> create one with understudy init\n')
  expect(missing.code).toBe(1)
})

test('a target that is still starting is waited for', async () => {
  const port = await freePort()
  const examined = understudyProcess('doctor', `http://127.0.0.1:${port}`, '--profile', PROFILE, '--wait', '60')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const running = await startCandidate({ variant: 'a', port })
  onTestFinished(() => running.close())
  expect(await examined).toMatchObject({ code: 0, out: expect.stringContaining(`${running.url} responds\n`) })
})

test('a target that is not there, or not known', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`
  const { code, out } = await understudy('doctor', closed, '--profile', PROFILE)
  expect(out).toContain(`problem  target      ${closed} cannot be reached: ECONNREFUSED\n`)
  expect(code).toBe(1)

  const unknown = await understudy('doctor', await candidate())
  expect(unknown.out).toContain('problem  profile     none given; verify needs one to know the callers\n')
  expect(unknown.code).toBe(1)

  const page = createServer((_, response) => response.end('<h1>hello</h1>'))
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void page.close())
  const elsewhere = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  expect((await understudy('doctor', elsewhere, '--profile', PROFILE)).out).toContain(
    'owner, owner of north: GET /api/v1/tokens answered 200 with nothing, not JSON\n',
  )
})

test('our own mock needs no profile; a port may be free, ours, or taken', async () => {
  const mock = await createMock({ port: 0 })
  onTestFinished(() => mock.close())
  const { port } = new URL(mock.url)
  const { code, out } = await understudy('doctor', mock.url, '--port', port, '--json')
  const checks = JSON.parse(out) as { mark: string; about: string; says: string }[]
  expect(checks.filter(({ mark }) => mark !== 'ok')).toEqual([])
  expect(checks).toContainEqual({
    mark: 'ok',
    about: 'port',
    says: `${port}: an Understudy mock is already listening there`,
  })
  expect(code).toBe(0)

  const stranger = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const taken = (stranger.address() as AddressInfo).port
  const refused = await understudy('doctor', '--port', String(taken))
  expect(refused.out).toContain(`problem  port        ${taken} is in use by another program\n`)
  expect(refused.code).toBe(1)

  const free = await freePort()
  expect((await understudy('doctor', '--port', String(free))).out).toContain(`ok       port        ${free} is free\n`)
})

test('wrong usage is one sentence and exit code 2', async () => {
  expect(await understudy('doctor', 'nonsense')).toEqual({
    code: 2,
    out: '',
    err: 'nonsense is not a URL, for example http://127.0.0.1:4010.\n',
  })
  expect((await understudy('doctor', '--port', '99999')).code).toBe(2)
})

test('a Node that is too old is a problem', () => {
  expect(nodeCheck('22.4.0')).toMatchObject({ mark: 'problem', next: 'install Node 22.19 or later' })
  expect(nodeCheck('22.19.0')).toMatchObject({ mark: 'ok' })
  expect(nodeCheck('26.0.1').mark).toBe('ok')
})

/** Takes every connection and never says a word. */
async function mute(): Promise<string> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a target that never answers is given up at the time limit, and at Ctrl-C', async () => {
  const url = await mute()
  const limited = understudyProcess('doctor', url, '--profile', PROFILE, '--time-limit', '1')
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), 'doctor', url, '--profile', PROFILE], {
    cwd: ROOT,
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (said.includes('profile') && !child.killed) child.kill('SIGINT')
  })
  const interrupted = await new Promise((resolve) => child.on('close', resolve))
  const { code, out } = await limited
  for (const text of [out, said]) expect(text).toContain('stopped before everything was checked')
  expect([code, interrupted]).toEqual([1, 1])
})

test('a driver that leaves something open does not keep the command from ending, and tells no secret', async () => {
  const driver = join(temporaryFolder(), 'driver.mjs')
  writeFileSync(
    driver,
    `setInterval(() => {}, 1000)
export default () => ({ getClock: async () => { throw new Error('no clock for A-SESSION-OWNER-7QM2') } })
`,
  )
  const profile = changedProfile((text) => text.replace(/module: \S+/, `module: ${driver}`))
  for (const form of sampled([['--json'], []], 2)) {
    const { code, out, err } = await understudyProcess('doctor', await candidate(), '--profile', profile, ...form)
    expect(out).toContain('does not respond: no clock for [credential of owner]')
    expect(out + err).not.toContain('a-session-')
    expect(code).toBe(1)
  }
})

test('a control interface is that of the target, whoever made it', async () => {
  const mock = await createMock({ port: 0 })
  onTestFinished(() => mock.close())
  const { out } = await understudy('doctor', mock.url, '--json')
  const checks = JSON.parse(out) as { about: string; says: string }[]
  const said = (about: string) => checks.find((check) => check.about === about)?.says
  expect(said('profile')).toBe('none needed: the target lists its own callers on its control interface')
  expect(said('driver')).toBe('the control interface of the target responds')
})

test('a profile that tells no versions of clusters, nor where they are listed, is noted', async () => {
  const told = join('examples', 'fourth-candidate', 'profile-a.yaml')
  const without = (line: RegExp) =>
    readFileSync(told, 'utf8')
      .replace(line, '')
      .replace(/^driver:.*$/m, '')
  const file = join(temporaryFolder(), 'profile.yaml')
  const noted = 'without orchestratorVersions, no rule about upgrades of clusters is tried'
  writeFileSync(file, without(/^ {2}orchestratorVersions:.*\n/m))
  expect((await understudy('doctor', '--profile', file)).out).not.toContain(noted)
  writeFileSync(file, without(/^ {2}(orchestratorVersions|listClusterVersions):.*\n/gm))
  expect((await understudy('doctor', '--profile', file)).out).toContain(noted)
})
