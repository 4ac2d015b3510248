import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asCurl } from '../../../src/scenario/exports/curl.ts'
import { asVitest } from '../../../src/scenario/exports/vitest.ts'
import { startedMock } from '../../stateful-mock/support.ts'
import { ROOT, run, understudy } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { contract, scenario } from '../support.ts'

const STEPS = `
- stepId: open
  description: Somebody opens an incident
  operationId: $sourceDescriptions.api.openIncident
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
  requestBody: { payload: { serviceId: $inputs.service, title: "it's $5 \\"slow\\" {$inputs.salt}" } }
  successCriteria:
    - condition: $statusCode == 201
    - condition: $response.body#/title != null && ($response.body#/status == 'open' || $statusCode > 299)
    - { type: regex, context: $response.body#/openedAt, condition: '^\\d{4}-' }
  outputs: { incident: $response.body#/id }
- stepId: list
  operationId: $sourceDescriptions.api.listIncidents
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
    - { name: status, in: query, value: open }
  successCriteria:
    - condition: $statusCode == 200
    - context: $response.body
      type: jsonpath
      condition: $[?count(@.incidents[?@.id == {$steps.open.outputs.incident} && !@.resolvedAt]) == 1 && length(@.incidents) > 0]
- stepId: cut
  description: A text is sent as it is
  operationId: $sourceDescriptions.api.openIncident
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
  requestBody: { payload: '{"title": "unfin' }
  successCriteria:
    - condition: $statusCode == 400
- stepId: look
  operationId: $sourceDescriptions.api.getIncident
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
    - { name: id, in: path, value: $steps.open.outputs.incident }
  successCriteria:
    - condition: $statusCode == LAST
`
const good = scenario(STEPS.replace('LAST', '200'))
const bad = scenario(STEPS.replace('LAST', '404'))

test('as a shell script it makes the requests, and ends where a status differs', async () => {
  const folder = temporaryFolder()
  const mock = await startedMock({ seed: 'small' })
  const shell = async (text: string) => {
    const file = join(folder, 'script.sh')
    writeFileSync(file, text)
    return run('sh', [file], { env: { BASE: mock.url, SALT: 'again' } })
  }
  const done = await shell(asCurl(good, contract))
  expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' })
  expect(done.out).toMatch(
    /^open 201 \{"id":"inc_\w+".*"title":"it's \$5 \\"slow\\" again".*\nlist 200 .*\ncut 400 .*\nlook 200 .*\n$/,
  )
  const ended = await shell(asCurl(bad, contract))
  expect({ code: ended.code, err: ended.err }).toEqual({ code: 1, err: 'look: expected 404, got 200\n' })
})

test('as a Vitest file it passes on the mock, and fails where a criterion does not hold', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'tests'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const mock = await startedMock({ seed: 'small' })
  const tested = async (text: string) => {
    writeFileSync(join(folder, 'tests/exported.test.js'), text)
    const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
    return run(process.execPath, args, { cwd: folder, env: { BASE: mock.url } })
  }
  expect(await tested(asVitest(good, contract))).toMatchObject({ code: 0 })
  const failed = await tested(asVitest(bad, contract))
  expect(failed.code).toBe(1)
  expect(failed.err).toContain('expected 200 to deeply equal 404')
})

test('as a HAR it is what the mock answers', async () => {
  const { code, out, err } = await understudy('scenario', 'export', 'key-is-shown-once', '--as', 'har')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const { log } = JSON.parse(out)
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'understudy' } })
  expect(
    log.entries.map((entry: { request: { method: string; url: string }; response: { status: number } }) => [
      entry.request.method,
      entry.request.url,
      entry.response.status,
    ]),
  ).toEqual([
    ['POST', 'http://127.0.0.1:4010/api/v1/tokens', 201],
    ['GET', 'http://127.0.0.1:4010/api/v1/tokens', 200],
    ['GET', 'http://127.0.0.1:4010/api/v1/tokens/scope-options', 200],
  ])
})

test('an export nobody offers, and a scenario that is not there', async () => {
  expect((await understudy('scenario', 'export', 'key-is-shown-once', '--as', 'postman')).err).toContain(
    "'postman' is invalid. Allowed choices are curl, har, vitest.",
  )
  expect(await understudy('scenario', 'export', 'key-is-shown-onc', '--as', 'curl')).toEqual({
    code: 2,
    out: '',
    err: 'There is no scenario key-is-shown-onc (did you mean key-is-shown-once?); understudy scenario list shows all of them.\n',
  })
})

test('the list can be narrowed to a tag', async () => {
  const { out } = await understudy('scenario', 'list', 'scenarios/oncall', '--tag', 'terminal')
  expect(out).toMatch(
    /^oncall\/resolved-stays-resolved +terminal +ONC-01 ONC-03 ONC-05 +A resolved incident stays resolved$/m,
  )
  expect(await understudy('scenario', 'list', 'scenarios/tokens', '--tag', 'secrets')).toMatchObject({
    code: 2,
    err: expect.stringContaining('No scenario has the tag secrets (did you mean secret?); there are '),
  })
})
