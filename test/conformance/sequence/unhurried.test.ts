import { expect, test } from 'vitest'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import type { Sequence } from '../../../src/conformance/sequence/sequence.ts'
import type { Repeat, Shrunk } from '../../../src/conformance/sequence/shrink.ts'
import { reducedUnhurried } from '../../../src/conformance/sequence/unhurried.ts'
import type { RequestStep, Step } from '../../../src/conformance/step/step.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const finding: Finding = {
  code: 'refused',
  severity: 'failure',
  check: 'accepted',
  operation: 'createToken',
  rules: ['TOK-01'],
  expected: 201,
  actual: 400,
  text: '',
}
const step = (operation: string): RequestStep => ({
  kind: 'request',
  operation,
  actor: 'owner',
  parameters: {},
  query: {},
  body: undefined,
  intent: 'plain',
})
const sequence = (steps: readonly Step[], found: Finding | undefined) =>
  ({ steps, trace: steps, finding: found, lost: undefined, salt: 'x' }) as unknown as Sequence

const [make, list] = [step('createToken'), step('listTokens')]
const isSlow = (one: Step) => one.kind === 'request' && one.unhurried === true
const repeating =
  (shows: (steps: readonly Step[]) => boolean): Repeat =>
  async (steps) =>
    sequence(steps, shows(steps) ? finding : undefined)

/** What becomes of a failure that some repetitions show. */
async function reduced(steps: readonly Step[], shows: (steps: readonly Step[]) => boolean, late = false) {
  const session = { contract: loadContract(source), stopping: () => false, late }
  const original = sequence(steps, finding)
  let repeated = 0
  const repeat = repeating((again) => {
    repeated++
    return shows(again)
  })
  const reduce = async (how: Repeat): Promise<Shrunk> => {
    const again = await how(steps)
    return { sequence: original, finding, how: again.finding ? 'reduced' : 'flaky' }
  }
  const result = await reducedUnhurried(session, { sequence: original, finding, repeat, reduce })
  return { how: result?.how, repeated, late: session.late, steps: result?.sequence.steps }
}

test('a failure that shows without hurry too is reported', async () => {
  expect(await reduced([make, list, make], () => true)).toMatchObject({ how: 'reduced', repeated: 2, late: false })
})

test('a failure that needs a read right after a write is not', async () => {
  const result = await reduced([make, list, make], (steps) => !steps.some(isSlow))
  expect(result).toMatchObject({ how: undefined, late: true })
})

test('on a target whose reads are late nothing is reduced before it has shown without hurry', async () => {
  const result = await reduced([make, list, make], (steps) => !steps.some(isSlow), true)
  expect(result).toMatchObject({ how: undefined, repeated: 3 })
})

test('the first read after a write waits, and the reported steps do not tell of it', async () => {
  const slow: boolean[][] = []
  const { steps } = await reduced([make, list, list, make, list], (again) => {
    slow.push(again.map(isSlow))
    return true
  })
  expect(slow).toEqual([
    [false, false, false, false, false],
    [false, true, false, false, true],
  ])
  expect(steps?.some(isSlow)).toBe(false)
})

test('a failure that no longer shows at all is flaky, not stale', async () => {
  let times = 0
  expect(await reduced([make, list, make], () => ++times === 1)).toMatchObject({ how: 'flaky', late: false })
})

test('without a read before the last step nothing can be stale', async () => {
  expect(await reduced([make, make], () => true)).toMatchObject({ how: 'reduced', repeated: 1 })
})
