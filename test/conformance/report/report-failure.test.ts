import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TraceEntry } from '../../../src/conformance/finding/finding.ts'
import { markdown } from '../../../src/conformance/report/formats/markdown.ts'
import { describeFailure, PLAIN } from '../../../src/conformance/report/formats/terminal.ts'
import type { Report } from '../../../src/conformance/report/report.ts'
import { reportFailure } from '../../../src/conformance/report/report-failure.ts'
import type { Shrunk } from '../../../src/conformance/sequence/shrink.ts'
import type { RequestStep, Step } from '../../../src/conformance/step/step.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'
import { makeRedactor } from '../../../src/target/writing/redactor.ts'
import { ROOT } from '../../support/command.ts'

const file = join(ROOT, 'examples/candidate/profile-a.yaml')
const contract = loadContract(source, readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} }))

const request = (operation: string, more: Partial<RequestStep> = {}): RequestStep => ({
  kind: 'request',
  operation,
  actor: 'owner',
  parameters: {},
  query: {},
  body: undefined,
  intent: 'plain',
  ...more,
})

function sent(step: RequestStep, status: number, json: unknown): TraceEntry {
  const body = step.body === undefined ? undefined : JSON.stringify(step.body)
  const received = { status, headers: {}, text: JSON.stringify(json) ?? '', json, dateMs: undefined }
  return {
    step,
    exchange: { answered: true, sent: { method: 'POST', path: '/api/v1/x', headers: {}, body }, received },
    findings: [],
  }
}

const event = (name: string, body: unknown, report?: unknown): TraceEntry => ({
  step: { kind: 'event', event: name, actor: 'owner', body },
  exchange: undefined,
  findings: [],
  ...(report !== undefined && { report }),
})

/** A failure with these steps, as it is reported. */
function reported(trace: readonly TraceEntry[], more: Partial<Shrunk> = {}) {
  const finding: Shrunk['finding'] = {
    code: 'status',
    severity: 'failure',
    check: 'status',
    operation: 'listTokens',
    rules: [],
    expected: [200],
    actual: 204,
    refusals: [],
  }
  const steps: readonly Step[] = trace.map(({ step }) => step)
  const sequence = { steps, trace, finding, lost: undefined, salt: '' } as unknown as Shrunk['sequence']
  const shrunk: Shrunk = { sequence, finding, how: 'reduced', ...more }
  return reportFailure(contract, shrunk, { url: 'http://127.0.0.1:1', redactor: makeRedactor([]) })
}

test('a request with a token says which step gave it, not that its owner sent it in person', () => {
  const { steps } = reported([
    sent(request('createToken', { body: { name: 'one' } }), 201, { key: 'the-key-of-one' }),
    sent(request('listTokens', { bearer: 'the-key-of-one' }), 200, {}),
    sent(request('listTokens', { bearer: 'no-such-key' }), 401, {}),
  ])
  expect(steps.map(({ says }) => says)).toEqual([
    'createToken as owner {"name":"one"}',
    'listTokens with the token of step 1',
    'listTokens with another token',
  ])
})

test('an outside event shows what the driver answered, without what every event answers', () => {
  const happened = { at: '2026-01-01T00:00:00Z', entry: 4, changed: [] }
  const failure = reported([
    event('messageSent', { from: 'a' }, { ...happened, messageId: 'msg-1' }),
    event('advanceClock', { by: 'PT1H' }, happened),
    event('alertFires', {}),
    sent(request('listTokens'), 204, undefined),
  ])
  expect(describeFailure(failure)).toContain(
    [
      '  1. outside event messageSent {"from":"a"} -> {"messageId":"msg-1"}',
      '  2. outside event advanceClock {"by":"PT1H"} -> done',
      '  3. outside event alertFires {}',
      '  4. listTokens as owner -> 204',
    ].join('\n'),
  )
  const report = { target: 'x', failures: [failure], operations: [], rules: [], observations: [], notExercised: [] }
  expect(markdown(report as unknown as Report)).toContain(
    '1. `outside event messageSent {"from":"a"}` → `{"messageId":"msg-1"}`',
  )
})

test('characters that cannot be seen are written out in bodies and curl lines, as JSON escapes them', () => {
  const body = { name: 'a\u200bb\u{e0001}' }
  const [step] = reported([sent(request('createToken', { body }), 204, body)]).steps
  for (const text of [step?.says, step?.sent, step?.received, step?.curl])
    expect(text).toContain('{"name":"a\\u200bb\\udb40\\udc01"}')
  expect(JSON.parse(step?.sent ?? '')).toEqual(body)
})

test('a failure that was not reduced says why', () => {
  const trace = [sent(request('listTokens'), 204, undefined)]
  const [first] = describeFailure(reported(trace, { how: 'not-reduced', unreduced: 'ended' })).split('\n')
  expect(first).toBe('FAILURE listTokens: answered 204 (not reduced: the run ended first)')
})

test('a warning is highlighted differently from a failure', () => {
  const failure = reported([sent(request('listTokens'), 204, undefined)])
  const paint = { ...PLAIN, bad: (text: string) => `<red ${text}>`, doubtful: (text: string) => `<yellow ${text}>` }
  expect(describeFailure(failure, paint)).toMatch(/^<red FAILURE> listTokens/)
  expect(describeFailure({ ...failure, severity: 'warning' }, paint)).toMatch(/^<yellow WARNING> listTokens/)
})
