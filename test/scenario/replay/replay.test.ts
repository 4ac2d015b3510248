import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readScenario } from '../../../src/scenario/reading/read-scenario.ts'
import { openForReplay } from '../../../src/scenario/replay/open-for-replay.ts'
import { replay } from '../../../src/scenario/replay/replay.ts'
import { junit } from '../../../src/scenario/reports/junit.ts'
import { describeResult, describeTotals } from '../../../src/scenario/reports/terminal.ts'
import { EventRefused } from '../../../src/target/driver.ts'
import { candidate } from '../../examples/candidate.ts'
import { startedMock } from '../../stateful-mock/support.ts'
import { understudy } from '../../support/command.ts'
import { junitErrors } from '../../support/published-schemas.ts'
import { sampled } from '../../support/sampled.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { contract, played, scenario, scenarioText } from '../support.ts'

const OPEN = `
- stepId: open
  description: Somebody opens an incident
  operationId: $sourceDescriptions.api.openIncident
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
  requestBody: { payload: { serviceId: $inputs.service, title: "slow {$inputs.salt}" } }
  successCriteria:
    - condition: $statusCode == 201
  outputs: { incident: $response.body#/id }
`
const LOOK = `
- stepId: look
  operationId: $sourceDescriptions.api.getIncident
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
    - { name: id, in: path, value: $steps.open.outputs.incident }
  successCriteria:
    - condition: $statusCode == 404
    - condition: $response.body#/status == 'resolved'
- stepId: never
  operationId: $sourceDescriptions.api.listTokens
`
const UNLISTED = `
- stepId: write
  operationId: $sourceDescriptions.api.getIamCatalog
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
  requestBody: { payload: { roles: [] } }
  successCriteria:
    - condition: $statusCode == 405
  x-understudy: { method: PUT }
`
const VOCABULARY = 'inputs: { service: /vocabulary/oncallServices/0 }'

test('a step may use another method than its operation has', async () => {
  const result = await played(scenario(UNLISTED))
  expect(result.outcome).toBe('passed')
})

test('what fails shows expected and actual side by side, and a line to paste', async () => {
  const result = await played(scenario(OPEN + LOOK))
  expect(result.outcome).toBe('failed')
  const text = describeResult(result)
    .replaceAll(/inc_\w+/g, 'inc_1')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HERE')
  expect(text).toBe(`FAILED  oncall/fact: A fact
  ✓ open   Somebody opens an incident
  ✗ look   getIncident
      expected                              actual
      status 404                            status 200
      $response.body#/status == 'resolved'  "open"
      curl -i -H 'Authorization: Bearer '"$OWNER" 'http://HERE/api/v1/oncall/incidents/inc_1'
  - never  listTokens`)
})

test('a refusal that was not expected is quoted', async () => {
  const result = await played(scenario(OPEN.replace('title: "slow {$inputs.salt}"', 'title: 5')))
  expect(describeResult(result)).toContain('it says: title must be a string')
})

test('the whole run: a line per step, totals, exit code 1, and JUnit', async () => {
  const folder = temporaryFolder()
  const files = { good: OPEN, bad: OPEN + LOOK }
  for (const [name, steps] of Object.entries(files))
    writeFileSync(join(folder, `${name}.arazzo.yaml`), scenarioText(steps))
  const report = join(folder, 'out.xml')
  const { code, out, err } = await understudy('replay', folder, '--report', `junit=${report}`)
  expect({ code, err }).toEqual({ code: 1, err: '' })
  expect(out).toContain('✓ open  Somebody opens an incident')
  expect(out.trimEnd().split('\n').at(-1)).toBe('1 passed, 1 failed')
  const xml = readFileSync(report, 'utf8')
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites tests="2" failures="1" time="/)
  // GitLab reads the file of a case, for which Jenkins has no attribute.
  expect(await junitErrors(xml.replace(/ file="[^"]*"/g, ''))).toEqual([])
  expect(xml).toContain('<failure message="the step look did not come out as expected">FAILED  ')
  expect(xml).toContain('status 404')
  expect(await understudy('replay', join(folder, 'good.arazzo.yaml'))).toMatchObject({ code: 0 })
  expect(await understudy('replay', 'tokens/key-is-shown-once')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 passed, 0 failed'),
  })
  expect(await understudy('replay', folder, '--report', 'html=x')).toMatchObject({
    code: 2,
    err: 'html=x is not a valid report; use junit=FILE.\n',
  })
})

test('what is skipped says why, in JUnit too', async () => {
  const { target, close } = await openForReplay({ url: await candidate('a'), profile: PROFILE_A })
  const skipped = async (steps: string, notes?: string) => {
    const result = await replay(scenario(steps, notes), target)
    return result.outcome === 'skipped' ? result.reason : result.outcome
  }
  const cluster = '- stepId: a\n  operationId: $sourceDescriptions.api.listClusters'
  const node =
    '- stepId: a\n  operationId: $sourceDescriptions.control.nodeJoins\n  requestBody: { payload: { cluster: c } }'
  const quota =
    '- stepId: a\n  operationId: $sourceDescriptions.control.quotaChanges\n  requestBody: { payload: { quota: clusters, value: 1 } }'
  expect(await skipped(cluster)).toBe('the profile leaves listClusters out')
  expect(await skipped(node)).toBe('the driver cannot cause nodeJoins')
  expect(await skipped(quota)).toBe(
    'the driver could not cause quotaChanges: the candidate has no quota clusters, only monitors',
  )
  expect(await skipped(OPEN, 'inputs: { service: /vocabulary/domainSuffix }')).toBe(
    'the profile has no vocabulary.domainSuffix',
  )
  expect(await skipped(OPEN, `${VOCABULARY}\ngaps: { oncall.repeat-acknowledge: refuse }`)).toBe(
    'it assumes oncall.repeat-acknowledge: "refuse", and the profile does not say what the target does',
  )
  expect(await skipped(OPEN.replace('$inputs.owner', '$inputs.salt'), VOCABULARY)).toBe('the profile has no actor salt')
  const result = await replay(scenario(cluster), target)
  expect(describeResult(result)).toBe('skipped oncall/fact: A fact\n  because the profile leaves listClusters out')
  expect(describeTotals([result])).toBe('0 passed, 0 failed, 1 skipped')
  expect(junit([{ ...result, ms: 0 }])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="0" time="0.000">
  <testsuite name="oncall" tests="1" failures="0" skipped="1" time="0.000">
    <testcase name="A fact" classname="oncall.fact" file="oncall/fact.arazzo.yaml" time="0.000">
      <skipped message="the profile leaves listClusters out"/>
    </testcase>
  </testsuite>
</testsuites>
`)
  await close()
})

const PROFILE_A = 'examples/candidate/profile-a.yaml'

test.each(sampled(['a', 'b'] as const, 2))(
  'on candidate %s bindings, credentials and events are its own',
  async (variant) => {
    const url = await candidate(variant)
    const { code, out } = await understudy(
      'replay',
      'scenarios/oncall',
      'scenarios/uptime',
      'scenarios/tokens',
      '--target',
      url,
      '--profile',
      `examples/candidate/profile-${variant}.yaml`,
    )
    const [, passed] = /^(\d+) passed, 0 failed, \d+ skipped$/m.exec(out) ?? []
    expect(Number(passed)).toBeGreaterThan(75)
    expect(code).toBe(0)
  },
)

test('a status is told as the profile binds it, and as it came', async () => {
  const { target, close } = await openForReplay({ url: await candidate('a'), profile: PROFILE_A })
  const end = (id: string, criterion: string) => `
- stepId: ${id}
  operationId: $sourceDescriptions.api.resolveIncident
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
    - { name: id, in: path, value: $steps.open.outputs.incident }
  successCriteria: [{ condition: ${criterion} }]
`
  const told = async (steps: string) => {
    const result = await replay(scenario(OPEN + steps, VOCABULARY), target)
    return result.steps.flatMap((step) => (step.kind === 'failed' ? step.unmet : []))
  }
  expect(await told(end('end', '$statusCode == 409'))).toEqual([{ expected: 'status 409', actual: 'status 202' }])
  const twice = end('end', '$statusCode == 200') + end('again', "$statusCode == 200 && $response.body#/status == 'x'")
  expect(await told(twice)).toMatchObject([
    { expected: "status 202 && $response.body#/status == 'x'", actual: expect.stringMatching(/^status is 4\d\d, /) },
    { expected: '', actual: expect.stringContaining('it says: ') },
  ])
  await close()
})

const FIRE = `
- stepId: fire
  operationId: $sourceDescriptions.control.alertFires
  requestBody: { payload: { serviceId: $inputs.service, alert: slow } }
  successCriteria: [{ condition: $statusCode == STATUS }]
`

test('what a driver refuses may be what was expected; otherwise the scenario cannot be played', async () => {
  const { target, close } = await openForReplay({ url: await candidate('a'), profile: PROFILE_A })
  const refusing = (error: Error): typeof target => ({
    ...target,
    driver: { can: () => true, cause: () => Promise.reject(error) },
  })
  const fired = async (status: number, error: Error) => {
    const result = await replay(scenario(FIRE.replace('STATUS', String(status)), VOCABULARY), refusing(error))
    return result.outcome === 'skipped' ? result.reason : result.outcome
  }
  const refused = new EventRefused(409, 'it fires already')
  expect(await fired(409, refused)).toBe('passed')
  expect(await fired(200, refused)).toBe('the driver could not cause alertFires: it fires already')
  expect(await fired(409, new Error('no line'))).toBe('the driver could not cause alertFires: no line')
  const must = scenario(`${FIRE.replace('STATUS', '200').trimEnd()}\n  x-understudy: { mustHappen: true }`, VOCABULARY)
  expect((await replay(must, refusing(refused))).outcome).toBe('failed')
  await close()
})

test('steps that say so are sent at the same time, and the last one looks at all their statuses', async () => {
  const mock = await startedMock({ seed: 'small' })
  const { target, close } = await openForReplay({ url: mock.url })
  const open = (id: string, more: string) => OPEN.replace('stepId: open', `stepId: ${id}`).trimEnd() + more
  const both = [
    open('one', '\n  x-understudy: { withNext: true }').replace('#/id', '#/id, status: $statusCode'),
    open('two', '').replace(
      '- condition: $statusCode == 201',
      '- condition: $statusCode == 201 && $steps.one.outputs.status == 201',
    ),
  ].join('')
  let [under, most] = [0, 0]
  const counting = {
    ...target,
    async send(sent: Parameters<typeof target.send>[0]) {
      most = Math.max(most, ++under)
      const exchange = await target.send(sent)
      under--
      return exchange
    },
  }
  expect((await replay(scenario(both, VOCABULARY), counting)).outcome).toBe('passed')
  expect(most).toBe(2)
  const never = both.replace('outputs.status == 201', 'outputs.status == 500')
  expect((await replay(scenario(never, VOCABULARY), counting)).outcome).toBe('failed')
  await close()
})

test('a door that the profile does not place skips the scenario', async () => {
  const { target, close } = await openForReplay({ url: await candidate('a'), profile: PROFILE_A })
  const text = scenarioText('- { stepId: scrape, operationId: $sourceDescriptions.doors.scrapeMetrics }').replace(
    '{ name: control, url: ../control.yaml, type: openapi }',
    '{ name: doors, url: ../side-doors.yaml, type: openapi }',
  )
  const it = readScenario(contract, { text, file: 'uptime/fact.arazzo.yaml' })
  expect(await replay(it, target)).toMatchObject({
    outcome: 'skipped',
    reason: 'the profile does not say where scrapeMetrics is',
  })
  await close()
})

test('a running mock is played on as it is, again and again, and is held to what it says of its gaps', async () => {
  const mock = await startedMock({ seed: 'small' })
  const { target, close } = await openForReplay({ url: mock.url })
  const twice = async (salt: string) => (await replay(scenario(OPEN, VOCABULARY), { ...target, salt })).outcome
  expect([await twice('a'), await twice('b')]).toEqual(['passed', 'passed'])
  const assuming = await replay(scenario(OPEN, `${VOCABULARY}\ngaps: { general.validation-status: 422 }`), target)
  expect(assuming).toMatchObject({
    outcome: 'skipped',
    reason: 'it assumes general.validation-status: 422, and here it is 400',
  })
  await close()
})

test('the mock made for a scenario has the gaps it assumes', async () => {
  const steps = OPEN.replace('title: "slow {$inputs.salt}"', 'title: 5').replace('== 201', '== 422')
  expect((await played(scenario(steps, 'gaps: { general.validation-status: 422 }'))).outcome).toBe('passed')
})

test('what takes time is asked again until it holds or the deadline has passed; nobody waits for the mock', async () => {
  const made = (eventual: string, status: number) =>
    scenario(`
- stepId: make
  operationId: $sourceDescriptions.api.createCluster
  parameters: [{ name: Authorization, in: header, value: "Bearer {$inputs.owner}" }]
  requestBody: { payload: { name: web, tier: small } }
- stepId: remove
  operationId: $sourceDescriptions.api.deleteCluster
  parameters: [{ name: Authorization, in: header, value: "Bearer {$inputs.owner}" }, { name: name, in: path, value: web }]
- stepId: gone
  operationId: $sourceDescriptions.api.getCluster
  parameters: [{ name: Authorization, in: header, value: "Bearer {$inputs.owner}" }, { name: name, in: path, value: web }]
  successCriteria: [{ condition: $statusCode == ${status} }]
  onFailure: [{ name: again, type: retry, retryAfter: 10, retryLimit: 3 }]
  ${eventual}`)
  const gone = await played(made('x-understudy: { eventual: teardown }', 404))
  expect(gone).toMatchObject({ outcome: 'passed', steps: [{}, {}, { kind: 'passed', attempts: 7 }] })
  const tooSoon = await played(made('', 404))
  expect(tooSoon).toMatchObject({ outcome: 'failed', steps: [{}, {}, { kind: 'failed', attempts: 4 }] })
})

test('a target that cannot be used is told so', async () => {
  const file = 'scenarios/oncall/resolved-stays-resolved.arazzo.yaml'
  expect(await understudy('replay', file, '--target', 'http://127.0.0.1:1')).toEqual({
    code: 2,
    out: '',
    err: 'http://127.0.0.1:1 cannot be reached: ECONNREFUSED.\n',
  })
  expect(await understudy('replay', file, '--target', 'http://api.example.com')).toEqual({
    code: 2,
    out: '',
    err: 'http://api.example.com is not on this machine, and this command changes things there. Add --allow-changes if that is meant.\n',
  })
  const url = await candidate('a')
  expect(await understudy('replay', file, '--target', url)).toEqual({
    code: 2,
    out: '',
    err: 'No actor has a credential: give a --profile whose actors have headers.\n',
  })
})
