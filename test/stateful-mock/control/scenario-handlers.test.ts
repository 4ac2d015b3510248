import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { LIBRARY } from '../../../bin/files/library.ts'
import { readScenario } from '../../../src/scenario/reading/read-scenario.ts'
import { describeResult } from '../../../src/scenario/reports/terminal.ts'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { contract, played, scenarioText } from '../../scenario/support.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { ask, NINE, startedMock } from '../support.ts'

const LIST = `
- stepId: list
  operationId: $sourceDescriptions.api.listTokens
  parameters: [{ name: Authorization, in: header, value: "Bearer {$inputs.owner}" }]
  successCriteria: [{ condition: $statusCode == 200 }]
`
const DOCUMENT: unknown = parse(scenarioText(LIST))
const on = (folder?: string) =>
  startedMock({ scenarios: { folders: [LIBRARY], ...(folder !== undefined && { saveTo: folder }) } })
const post = (mock: RunningMock, path: string, json: unknown, sandbox?: string) =>
  ask(mock, 'POST', `/_understudy${path}`, { json, headers: sandbox ? { 'X-Understudy-Sandbox': sandbox } : {} })
const incidents = async (mock: RunningMock, sandbox: string) => {
  const seen = await ask(mock, 'GET', `/sandboxes/${sandbox}/api/v1/oncall/incidents`, { as: 'owner' })
  return (seen.body as { incidents: { title: string }[] }).incidents.map(({ title }) => title)
}

describe('the library', () => {
  let mock: RunningMock
  beforeAll(async () => {
    mock = await createMock({ seed: 'small', clock: { frozenAt: NINE }, scenarios: { folders: [LIBRARY] } })
    return () => mock.close()
  })

  test('is listed, all or of one area, and each can be looked at', async () => {
    const all = await ask(mock, 'GET', '/_understudy/scenarios')
    const { scenarios } = all.body as { scenarios: { name: string; area: string }[] }
    expect(scenarios.length).toBeGreaterThanOrEqual(80)
    expect(scenarios).toContainEqual({
      name: 'resolved-stays-resolved',
      area: 'oncall',
      summary: 'A resolved incident stays resolved',
      steps: expect.any(Number),
    })
    const iam = await ask(mock, 'GET', '/_understudy/scenarios?area=iam')
    const areas = (iam.body as typeof all.body & { scenarios: { area: string }[] }).scenarios.map(({ area }) => area)
    expect(new Set(areas)).toEqual(new Set(['iam']))
    const one = await ask(mock, 'GET', '/_understudy/scenarios/resolved-stays-resolved')
    const { steps, document } = one.body as { steps: number; document: { workflows: { steps: unknown[] }[] } }
    expect(document.workflows[0]?.steps).toHaveLength(steps)
    expect(scenarios).toContainEqual(expect.objectContaining({ name: 'resolved-stays-resolved', steps }))
    expect(await ask(mock, 'GET', '/_understudy/scenarios/resolved-stays-open')).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('there is no scenario named resolved-stays-open') },
    })
  })

  test('a scenario is loaded into a sandbox, up to where it says or where it is told', async () => {
    const loaded = await post(mock, '/scenarios/resolved-stays-resolved/load', { sandbox: 'edge' })
    expect(loaded).toMatchObject({
      status: 200,
      body: { name: 'edge', from: { scenario: 'resolved-stays-resolved' }, clock: { mode: 'set' } },
    })
    expect((loaded.body as { entries: number }).entries).toBeGreaterThan(2)
    expect(await incidents(mock, 'edge')).toEqual(['Checkout is slow again'])
    await post(mock, '/scenarios/resolved-stays-resolved/load', { sandbox: 'edge', upToStep: 'open' })
    expect(await incidents(mock, 'edge')).toEqual(['Checkout is slow 1'])
    expect(await incidents(mock, 'default')).toEqual([])
    expect(await post(mock, '/scenarios/resolved-stays-resolved/load', { upToStep: 'opem' })).toMatchObject({
      status: 404,
      body: { error: 'the scenario resolved-stays-resolved has no step opem' },
    })
  })

  test('what was loaded is where a reset leads back to', async () => {
    await post(mock, '/scenarios/resolved-stays-resolved/load', {}, 'here')
    await ask(mock, 'POST', '/sandboxes/here/api/v1/oncall/incidents', {
      as: 'owner',
      json: { serviceId: 'svc_checkout', title: 'more' },
    })
    expect(await incidents(mock, 'here')).toHaveLength(2)
    await ask(mock, 'POST', '/_understudy/sandboxes/here/reset')
    expect(await incidents(mock, 'here')).toEqual(['Checkout is slow again'])
  })

  test('a sandbox can be made from one, played to its end', async () => {
    const from = { scenario: 'resolved-stays-resolved' }
    expect(await post(mock, '/sandboxes', { name: 'ended', from })).toMatchObject({ status: 201, body: { from } })
    expect(await incidents(mock, 'ended')).toEqual([])
    expect((await post(mock, '/sandboxes', { name: 'ended', from })).status).toBe(409)
    expect((await post(mock, '/sandboxes', { name: 'other', from: { scenario: 'nothing' } })).status).toBe(404)
  })
})

test('what does not come out as it says leaves everything as it was', async () => {
  const mock = await on()
  const document = parse(scenarioText(LIST.replace('== 200', '== 201')))
  await post(mock, '/scenarios', { name: 'wrong', document })
  await post(mock, '/scenarios/resolved-stays-resolved/load', {})
  expect(await post(mock, '/scenarios/wrong/load', {})).toMatchObject({
    status: 409,
    body: { error: 'the scenario failed at step list: expected status 201, got status 200' },
  })
  expect(await incidents(mock, 'default')).toEqual(['Checkout is slow again'])
})

test('a scenario is saved for as long as the server lives, or in the folder it was given', async () => {
  const mock = await on()
  const saved = { name: 'mine', summary: 'A fact', steps: 1 }
  expect(await post(mock, '/scenarios', { name: 'mine', document: DOCUMENT })).toMatchObject({
    status: 201,
    body: saved,
  })
  expect((await post(mock, '/scenarios', { name: 'mine', document: DOCUMENT })).body).toEqual({
    error: 'a scenario named mine already exists',
  })
  expect((await post(mock, '/scenarios', { name: 'mine', document: DOCUMENT, replace: true })).status).toBe(201)
  const library = { name: 'resolved-stays-resolved', document: DOCUMENT, replace: true }
  expect((await post(mock, '/scenarios', library)).status).toBe(409)
  const { body } = await ask(mock, 'GET', '/_understudy/scenarios')
  expect((body as { scenarios: unknown[] }).scenarios).toContainEqual(saved)

  const folder = join(temporaryFolder(), 'new')
  const keeping = await on(folder)
  expect((await post(keeping, '/scenarios', { name: 'mine', document: DOCUMENT })).status).toBe(201)
  expect(parse(readFileSync(join(folder, 'mine.arazzo.yaml'), 'utf8'))).toEqual(DOCUMENT)
  expect((await ask(await on(folder), 'GET', '/_understudy/scenarios/mine')).status).toBe(200)
})

test('what is not a scenario, or has no name for a file, is not saved', async () => {
  const folder = join(temporaryFolder(), 'none')
  const mock = await on(folder)
  const unknown = parse(scenarioText(LIST.replace('listTokens', 'listTokns')))
  expect(await post(mock, '/scenarios', { name: 'mine', document: unknown })).toMatchObject({
    status: 400,
    body: { error: 'api has no operation listTokns (did you mean listTokens?)' },
  })
  expect(await post(mock, '/scenarios', { name: '../mine', document: DOCUMENT })).toMatchObject({ status: 400 })
  expect(existsSync(folder)).toBe(false)
})

describe('the journal as a scenario', () => {
  /** A session in all kinds of inputs, with a mark before its last part. */
  async function session() {
    const mock = await on()
    const api = (path: string, json: unknown) => ask(mock, 'POST', `/api/v1${path}`, { as: 'owner', json })
    const idOf = async (made: ReturnType<typeof api>) => ((await made).body as { id: string }).id
    await api('/registry/registries', { slug: 'storefront' })
    const incident = await idOf(api('/oncall/incidents', { serviceId: 'svc_checkout', title: 'slow' }))
    const { body } = await post(mock, '/events/alert-fires', { serviceId: 'svc_checkout', alert: 'Latency' })
    await post(mock, '/clock/advance', { by: 'PT2H' })
    const before = (body as { entry: number }).entry + 1
    await api(`/oncall/incidents/${incident}/acknowledge`, undefined)
    await api(`/oncall/incidents/${incident}/resolve`, undefined)
    return { mock, before }
  }

  async function replayedAs(mock: RunningMock, name: string) {
    const { body } = await ask(mock, 'GET', `/_understudy/scenarios/${name}`)
    const { document } = body as { document: unknown }
    const scenario = readScenario(contract, { text: JSON.stringify(document), file: `saved/${name}.arazzo.yaml` })
    return {
      steps: scenario.steps.map(({ stepId }) => stepId),
      result: describeResult(await played(scenario)),
      document,
    }
  }

  test('all of it replays on a fresh mock', async () => {
    const { mock } = await session()
    expect(await post(mock, '/journal/scenario', { name: 'all', summary: 'What we did' })).toMatchObject({
      status: 201,
      body: { name: 'all', summary: 'What we did', steps: 6 },
    })
    const { steps, result, document } = await replayedAs(mock, 'all')
    expect(steps).toEqual([
      'createRegistry',
      'openIncident',
      'alertFires',
      'advanceClock',
      'acknowledgeIncident',
      'resolveIncident',
    ])
    expect(result).toMatch(/^passed /)
    expect(JSON.stringify(document)).not.toMatch(/inc_\w+/)
  })

  test('from an entry on, what it needs of before is kept and the rest is not', async () => {
    const { mock, before } = await session()
    expect(await post(mock, '/journal/scenario', { name: 'end', fromEntry: before + 1 })).toMatchObject({ status: 201 })
    const { steps, result } = await replayedAs(mock, 'end')
    expect(steps).toEqual(expect.arrayContaining(['openIncident', 'acknowledgeIncident', 'resolveIncident']))
    expect(steps).not.toContain('createRegistry')
    expect(result).toMatch(/^passed /)
  })

  test('what was there before is made first, and refused requests belong to it when they are asked for', async () => {
    const mock = await startedMock({ seed: 'acme' })
    const { body } = await ask(mock, 'GET', '/api/v1/oncall/incidents', { as: 'owner' })
    const { incidents } = body as { incidents: readonly { id: string; status: string }[] }
    const id = incidents.find(({ status }) => status === 'open')?.id
    const resolve = () => ask(mock, 'POST', `/api/v1/oncall/incidents/${id}/resolve`, { as: 'owner' })
    const acknowledge = () => ask(mock, 'POST', `/api/v1/oncall/incidents/${id}/acknowledge`, { as: 'member' })
    expect([(await resolve()).status, (await acknowledge()).status]).toEqual([200, 409])
    expect(await post(mock, '/journal/scenario', { name: 'refused', include: 'refusals' })).toMatchObject({
      status: 201,
      body: { steps: 3, dependsOn: [] },
    })
    const { steps, result, document } = await replayedAs(mock, 'refused')
    expect(steps).toEqual(['openIncident', 'resolveIncident', 'acknowledgeIncident'])
    expect(result).toMatch(/^passed /)
    expect(JSON.stringify(document)).not.toMatch(/inc_\w+/)
    const log = await ask(mock, 'GET', '/_understudy/requests')
    const [latest] = (log.body as { requests: readonly { id: number }[] }).requests
    const alone = { name: 'alone', requests: [latest?.id] }
    expect(await post(mock, '/journal/scenario', alone)).toMatchObject({ status: 201, body: { steps: 3 } })
    expect((await replayedAs(mock, 'alone')).steps).toEqual(['openIncident', 'resolveIncident', 'acknowledgeIncident'])
    expect(await post(mock, '/journal/scenario', { name: 'none', requests: [99] })).toMatchObject({
      status: 404,
      body: { error: 'there is no request 99 in the log' },
    })
  })

  test('a refusal alone is enough', async () => {
    const mock = await on()
    await ask(mock, 'GET', '/api/v1/uptime/monitors/none', { as: 'owner' })
    expect(await post(mock, '/journal/scenario', { name: 'unknown', include: 'refusals' })).toMatchObject({
      status: 201,
    })
    expect((await replayedAs(mock, 'unknown')).steps).toEqual(['getMonitor'])
  })

  test('from a mark on, by its name', async () => {
    const mock = await on()
    await post(mock, '/events/alert-fires', { serviceId: 'svc_small', alert: 'Before' })
    expect((await post(mock, '/journal/marks', { name: 'here' })).status).toBe(201)
    await mock.fetch('/api/v1/uptime/services', {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: '{"name":"after the mark"}',
    })
    expect(await post(mock, '/journal/scenario', { name: 'marked', fromMark: 'here' })).toMatchObject({ status: 201 })
    expect((await replayedAs(mock, 'marked')).steps).toEqual(['createUptimeService'])
    expect(await post(mock, '/journal/scenario', { name: 'lost', fromMark: 'there' })).toMatchObject({
      status: 404,
      body: { error: 'there is no mark named there' },
    })
  })

  test('there must be something in it', async () => {
    const mock = await on()
    expect((await post(mock, '/journal/scenario', { name: 'nothing' })).status).toBe(404)
    expect((await post(mock, '/journal/scenario', { name: 'nothing', fromEntry: 5 })).body).toEqual({
      error: 'the journal has no entries from 5 to 0; it has 0',
    })
  })
})

test('a broken file in the folder is in the list like the others, and says what is wrong', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'broken.arazzo.yaml'), 'arazzo: [')
  const mock = await startedMock({ scenarios: { saveTo: folder } })
  expect(await ask(mock, 'GET', '/_understudy/scenarios')).toMatchObject({
    status: 200,
    body: { scenarios: [{ name: 'broken', summary: expect.stringContaining('cannot be read: '), steps: 0 }] },
  })
})

test('a scenario is saved in its folder, not where a link of its name leads', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
  const theirs = join(elsewhere, 'theirs.yaml')
  writeFileSync(theirs, 'theirs')
  symlinkSync(theirs, join(folder, 'mine.arazzo.yaml'))
  const mock = await startedMock({ scenarios: { saveTo: folder } })
  await ask(mock, 'POST', '/api/v1/uptime/services', { as: 'owner', json: { name: 'web' } })
  const saved = await ask(mock, 'POST', '/_understudy/journal/scenario', { json: { name: 'mine', replace: true } })
  expect([saved.status, readFileSync(theirs, 'utf8')]).toEqual([201, 'theirs'])
})

const ENDLESS: unknown = parse(
  scenarioText(`
- stepId: never
  operationId: $sourceDescriptions.api.listTokens
  successCriteria: [{ condition: $statusCode == 999 }]
  onFailure: [{ name: again, type: retry, retryAfter: 0.1, retryLimit: 1000000000 }]
`),
)

test('a scenario without end does not keep others from being answered, and ends with the server', async () => {
  const mock = await createMock({ seed: 'small', clock: { frozenAt: NINE } })
  expect(await post(mock, '/scenarios', { name: 'endless', document: ENDLESS })).toMatchObject({ status: 201 })
  const loading = post(mock, '/scenarios/endless/load', { sandbox: 'edge' }).catch(() => 'cut off')
  for (let look = 0; look < 5; look++)
    expect(await ask(mock, 'GET', '/_understudy/health')).toMatchObject({ status: 200 })
  await mock.close()
  expect(await loading).toSatisfy((end) => end === 'cut off' || (end as { status: number }).status === 409)
})

test('a scenario with a condition that is too large is refused in one sentence', async () => {
  const mock = await on()
  const document = JSON.parse(JSON.stringify(DOCUMENT).replace('$statusCode == 200', '('.repeat(100_000)))
  expect(await post(mock, '/scenarios', { name: 'large', document })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('the condition has more than 500 parts') },
  })
})
