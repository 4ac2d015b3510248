import { expect, test } from 'vitest'
import type { Finding, TraceEntry } from '../../../src/conformance/finding/finding.ts'
import { worded } from '../../../src/conformance/finding/words.ts'
import { withWhatCameBefore } from '../../../src/conformance/sequence/since-last-look.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const contract = loadContract(source)
const finding: Finding = {
  code: 'value',
  severity: 'failure',
  check: 'body',
  operation: 'getContacts',
  rules: ['ORG-02'],
  path: 'billingEmail',
  expected: 'a@acme.example',
  actual: 'b@acme.example',
}

function done(operation: string, status: number): TraceEntry {
  const sent = { method: 'GET', path: '/', headers: {}, body: undefined }
  const received = { status, headers: {}, text: '', json: undefined, dateMs: undefined }
  return {
    step: { kind: 'request', operation, actor: 'owner', parameters: {}, query: {}, body: undefined, intent: 'plain' },
    exchange: { answered: true, sent, received } as unknown as TraceEntry['exchange'],
    findings: [],
  }
}
const said = (...trace: readonly TraceEntry[]) => worded(withWhatCameBefore(contract, trace, finding)).message
const read = done('getContacts', 200)

test('a refused write leaves no trace: it is named when the look after it shows something else', () => {
  expect(said(read, done('updateContacts', 400), read)).toBe(
    'billingEmail has an unexpected value, after updateContacts was refused',
  )
})

test('reads have no effect: it is said when nothing else came between two looks', () => {
  expect(said(done('updateContacts', 200), read, done('getIamCatalog', 200), read)).toBe(
    'billingEmail has an unexpected value, although there were only reads since it was right',
  )
})

test('after a write that was accepted, nothing is added', () => {
  expect(said(read, done('updateContacts', 200), read)).toBe('billingEmail has an unexpected value')
})
