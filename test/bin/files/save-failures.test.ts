import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveFailures } from '../../../bin/files/save-failures.ts'
import { makeReport } from '../../../src/conformance/report/make-report.ts'
import type { RunEvent } from '../../../src/conformance/report/run-event.ts'
import type { Shrunk } from '../../../src/conformance/sequence/shrink.ts'
import { newCoverage } from '../../../src/conformance/session/coverage.ts'
import type { RequestStep } from '../../../src/conformance/step/step.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { readScenario } from '../../../src/scenario/reading/read-scenario.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const contract = loadContract(source)

/** A run with one failure, whose request has this body. */
function runWith(body: unknown): RunEvent[] {
  const step: RequestStep = {
    kind: 'request',
    operation: 'createToken',
    actor: 'owner',
    parameters: {},
    query: {},
    body,
    intent: 'exotic',
  }
  const finding: Shrunk['finding'] = {
    code: 'server-error',
    severity: 'failure',
    check: 'server-error',
    operation: 'createToken',
    rules: ['GEN-01'],
    actual: 500,
  }
  const sequence = { steps: [step], trace: [{ step, exchange: undefined, findings: [finding] }], salt: 'k0' }
  const shrunk = { sequence, finding, how: 'reduced' } as unknown as Shrunk
  return [
    {
      kind: 'started',
      url: 'http://127.0.0.1:1',
      seed: 1,
      areas: ['tokens'],
      operations: ['createToken'],
      shard: undefined,
      skipped: [],
      atMs: 0,
    },
    { kind: 'failure', shrunk },
    {
      kind: 'finished',
      atMs: 1,
      requests: 1,
      sequences: 1,
      coverage: newCoverage(),
      unaffordable: [],
      usedUp: [],
      uncaused: [],
      leftBehind: [],
      stopped: undefined,
    },
  ]
}

/** The body as the saved scenario has it, and the text of the file. */
function savedAndRead(body: unknown) {
  const folder = temporaryFolder()
  const { failures } = makeReport(contract, runWith(body), { understudy: '0' })
  saveFailures(failures, folder)
  const file = join(folder, '1-createToken-server-error.arazzo.yaml')
  const text = readFileSync(file, 'utf8')
  const { document } = readScenario(contract, { text, file })
  return { text, payload: document.workflows[0]?.steps[0]?.requestBody?.payload }
}

/** Control characters of both sets, marks that change the direction, a half of a pair, and text that only looks escaped. */
const ODD = [
  'a\u0000b',
  'bell\u0007',
  '\u001b[31m',
  'del\u007f',
  '\u009b2J',
  'two\u2028lines',
  'x\u202ey',
  '\ud800',
  '\\u0000',
]

test.each(ODD)('a saved failure is sent again with the very same characters: %j', (odd) => {
  const body = { name: odd, [odd]: { list: [`before ${odd} after`] } }
  expect(savedAndRead(body).payload).toEqual(body)
})

test('no such character stands in the file itself', () => {
  expect(savedAndRead({ name: ODD.join(' ') }).text).toMatch(/^[\t\n\x20-\x7e]*$/)
})
