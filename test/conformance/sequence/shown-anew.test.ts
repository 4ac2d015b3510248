import { expect, test } from 'vitest'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import type { Sequence } from '../../../src/conformance/sequence/sequence.ts'
import { shownAnew } from '../../../src/conformance/sequence/shown-anew.ts'
import type { Repeat, Shrunk } from '../../../src/conformance/sequence/shrink.ts'
import type { Step } from '../../../src/conformance/step/step.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const session = { contract: loadContract(source), stopping: () => false }
const finding: Finding = {
  code: 'server-error',
  severity: 'failure',
  check: 'server-error',
  operation: 'listTokens',
  rules: ['GEN-01'],
  actual: 500,
}
const step = (operation: string): Step => ({
  kind: 'request',
  operation,
  actor: 'owner',
  parameters: {},
  query: {},
  body: undefined,
  intent: 'plain',
})
const sequence = (steps: readonly Step[], found: Finding | undefined) =>
  ({ steps, trace: [], finding: found, lost: undefined, salt: 'x' }) as unknown as Sequence

const [make, list] = [step('createToken'), step('listTokens')]
const original = sequence([make, make, list], finding)
const shrunk: Shrunk = { sequence: sequence([list], finding), finding, how: 'reduced' }
const operations = ({ sequence: { steps } }: Shrunk) => steps.map((one) => one.kind === 'request' && one.operation)

/** A target that fails once so many tokens were made in its world. */
const failsFrom =
  (many: number): Repeat =>
  async (steps) =>
    sequence(
      steps,
      steps.filter((one) => one === make || (one.kind === 'request' && one.operation === 'createToken')).length >= many
        ? finding
        : undefined,
    )

test('what a world made anew shows as well stays as it is', async () => {
  expect(await shownAnew(session, original, shrunk, failsFrom(0))).toMatchObject({ how: 'reduced' })
})

test('what needed what was left is reduced anew, with what it needs', async () => {
  const shown = await shownAnew(session, original, shrunk, failsFrom(1))
  expect(shown.how).toBe('reduced')
  expect(operations(shown)).toEqual(['createToken', 'listTokens'])
})

test('what shows on nothing but leftovers says so', async () => {
  const shown = await shownAnew(session, original, shrunk, failsFrom(3))
  expect(shown.how).toBe('leftovers')
  expect(operations(shown)).toEqual(['listTokens'])
})
