import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { startRecorder } from '../../../bin/record/recorder.ts'
import { AREAS } from '../../../src/contract/areas.ts'
import { readScenario } from '../../../src/scenario/reading/read-scenario.ts'
import { recorded } from '../../../src/scenario/recording/recorded.ts'
import { openForReplay } from '../../../src/scenario/replay/open-for-replay.ts'
import { replay } from '../../../src/scenario/replay/replay.ts'
import { describeResult } from '../../../src/scenario/reports/terminal.ts'
import { calledBy, type Scenario } from '../../../src/scenario/scenario.ts'
import { contractHere, openTarget } from '../../../src/target/opening/open-target.ts'
import { candidate } from '../../examples/candidate.ts'
import { startedMock } from '../../stateful-mock/support.ts'
import { ROOT, understudy } from '../../support/command.ts'
import { freePort } from '../../support/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { contract, played } from '../support.ts'

type Asking = (method: string, path: string, as?: string, body?: unknown) => Promise<Record<string, string>>

/** Somebody's session behind a recorder, and the scenario that comes of it. */
async function recording(
  url: string,
  profile: string | undefined,
  session: (ask: Asking) => Promise<void>,
  headersOf = (as: string): Record<string, string> => ({ authorization: `Bearer ${as}` }),
): Promise<{ text: string; scenario: Scenario }> {
  const target = await openTarget({ url, purpose: 'look', ...(profile !== undefined && { profile }) })
  await target.close()
  const recorder = await startRecorder(url, 0)
  onTestFinished(() => recorder.close())
  await session(async (method, path, as, body) => {
    const response = await fetch(recorder.url + path, {
      method,
      headers: {
        ...(as !== undefined && headersOf(as)),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text.startsWith('{') ? JSON.parse(text) : {}
  })
  const { document } = recorded(contractHere(target), recorder.exchanges, {
    title: 'A session',
    name: 'session',
    mock: target.mockGaps !== undefined,
  })
  const text = stringify({ ...document, 'x-understudy': { ...document['x-understudy'], seed: 'small' } })
  return { text, scenario: readScenario(contract, { text, file: 'recorded/session.arazzo.yaml' }) }
}

test('a session that touches all eight areas is recorded, and replays on a fresh mock', async () => {
  const mock = await startedMock({ seed: 'small' })
  const { text, scenario } = await recording(mock.url, undefined, async (ask) => {
    const token = await ask('POST', '/api/v1/tokens', 'owner', { name: 'ci' })
    await ask('GET', '/api/v1/tokens', token.key)
    await ask('GET', '/api/v1/tokens')
    await ask('GET', '/api/v1/tokens', 'made-up')
    await ask('GET', '/api/v1/iam/catalog', 'member')
    await ask('PATCH', '/api/v1/organization/contacts', 'admin', { technicalEmail: 'ops@acme.example' })
    await ask('POST', '/api/v1/registry/registries', 'owner', { slug: 'storefront' })
    await ask('POST', '/_understudy/events/image-pushed', undefined, { registry: 'storefront', repository: 'web/shop' })
    const rule = await ask('POST', '/api/v1/registry/registries/storefront/oidc-rules', 'owner', {
      issuer: 'https://ci.example',
      audience: 'registry',
      subjectPattern: 'repo:*',
      mode: 'pull',
    })
    await ask('DELETE', `/api/v1/registry/registries/storefront/oidc-rules/${rule.id}`, 'owner')
    await ask('DELETE', '/api/v1/registry/registries/storefront', 'owner')
    const domain = await ask('POST', '/api/v1/email/domains', 'owner', { name: 'mail.acme.example' })
    await ask('GET', `/api/v1/email/domains/${domain.id}`, 'owner')
    const incident = await ask('POST', '/api/v1/oncall/incidents', 'owner', {
      serviceId: 'svc_checkout',
      title: "it's slow",
    })
    await ask('POST', `/api/v1/oncall/incidents/${incident.id}/acknowledge`, 'member')
    await ask('GET', '/api/v1/oncall/incidents?status=acknowledged', 'owner')
    await ask('POST', '/api/v1/oncall/schedules', 'owner', {
      name: 'primary',
      timezone: 'Europe/Berlin',
      participants: [{ userId: 'usr_cy', label: 'Cy' }],
      handoff: { interval: 'daily', time: '09:00' },
    })
    await ask('POST', '/api/v1/clusters', 'owner', { name: 'web', tier: 'small' })
    await ask('POST', '/_understudy/clock/advance', undefined, { by: 'PT10M' })
    await ask('GET', '/api/v1/clusters/web', 'owner')
    const service = await ask('POST', '/api/v1/uptime/services', 'owner', { name: 'shop' })
    await ask('PATCH', `/api/v1/uptime/services/${service.id}`, 'owner', { name: 'shop 2' })
    await ask('GET', '/_understudy/health')
    await ask('GET', '/favicon.ico')
  })
  const areas = new Set(scenario.steps.map((step) => String(calledBy(contract, step).operation.area)))
  expect(AREAS.filter((area) => !areas.has(area))).toEqual([])
  expect(scenario.steps.length).toBe(22)
  expect(text).not.toMatch(/inc_\w+|tok_\w+|ustd_|made-up/)
  const step = (id: string) => scenario.steps.find(({ stepId }) => stepId === id)
  expect(step('acknowledgeIncident')).toEqual({
    stepId: 'acknowledgeIncident',
    description: 'Acknowledge an incident',
    operationId: '$sourceDescriptions.api.acknowledgeIncident',
    parameters: [
      { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.member}' },
      { name: 'id', in: 'path', value: '$steps.openIncident.outputs.id' },
    ],
    successCriteria: [
      { condition: '$statusCode == 200' },
      { condition: '$response.body#/id == $steps.openIncident.outputs.id' },
      { condition: '$response.body#/serviceId == $inputs.service' },
      { condition: "$response.body#/title == 'it\\'s slow'" },
      { condition: "$response.body#/status == 'acknowledged'" },
      { condition: '$response.body#/openedAt != null' },
      { condition: '$response.body#/acknowledgedAt != null' },
    ],
  })
  expect(step('listTokens')?.parameters?.[0]?.value).toBe('Bearer {$steps.createToken.outputs.key}')
  expect(step('listTokens2')?.parameters).toBeUndefined()
  expect(step('listTokens3')?.parameters?.[0]?.value).toBe('Bearer no-such-credential')
  expect(describeResult(await played(scenario))).toMatch(/^passed /)
})

test('what was recorded on one implementation replays on another', async () => {
  const session = (ask: Asking, service: string) => async () => {
    const incident = await ask('POST', '/api/v1/oncall/incident/manual', 'owner', { serviceId: service, title: 'slow' })
    await ask('PUT', `/api/v1/oncall/incident/${incident.id}/state/done`, 'owner')
  }
  const keys: Record<string, string> = { owner: 'a-session-owner-7Qm2' }
  const { text, scenario } = await recording(
    await candidate('a'),
    join(ROOT, 'examples/candidate/profile-a.yaml'),
    (ask) => session(ask, '701')(),
    (as) => ({ 'x-session-key': keys[as] ?? as }),
  )
  expect(text).not.toContain('a-session-owner')
  const { target, close } = await openForReplay({
    url: await candidate('b'),
    profile: join(ROOT, 'examples/candidate/profile-b.yaml'),
  })
  onTestFinished(close)
  expect(describeResult(await replay(scenario, target))).toBe(`passed  recorded/session: A session
  ✓ openIncident     Open a manual incident
  ✓ resolveIncident  Resolve an incident`)
})

test('the command writes the file when it is stopped', async () => {
  const mock = await startedMock({ seed: 'small' })
  const port = await freePort()
  const file = join(temporaryFolder(), 'made', 'new.arazzo.yaml')
  const args = ['record', '--target', mock.url, '--port', String(port), '--write', file]
  const child = spawn(process.execPath, [join(ROOT, 'bin/understudy.js'), ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  await expect.poll(() => out).toContain(`Recording ${mock.url} at http://127.0.0.1:${port}`)
  await fetch(`http://127.0.0.1:${port}/api/v1/tokens`, { headers: { authorization: 'Bearer owner' } })
  await fetch(`http://127.0.0.1:${port}/elsewhere`)
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(out).toContain(`1 step written to ${file}
1 request is not part of the API and left out:
  GET /elsewhere
passed on the built-in mock
`)
  expect(readFileSync(file, 'utf8')).toContain('Bearer {$inputs.owner}')
  expect(await understudy('replay', file)).toMatchObject({ code: 0 })
})

test('a query that nobody described, and a body too deep to walk, do not spoil a recording', async () => {
  const mock = await startedMock({ seed: 'small' })
  const { scenario } = await recording(mock.url, undefined, async (ask) => {
    await ask('GET', '/api/v1/tokens?utm_source=x&limit=1&limit=2', 'owner')
    let deep: unknown = 1
    for (let level = 0; level < 500; level++) deep = [deep]
    await ask('POST', '/api/v1/tokens', 'owner', { name: 'ci', deep })
  })
  expect(scenario.steps.map((step) => calledBy(contract, step).operation.id)).toEqual(['listTokens', 'createToken'])
})
