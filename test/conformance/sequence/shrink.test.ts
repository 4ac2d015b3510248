import { expect, test } from 'vitest'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import type { Sequence } from '../../../src/conformance/sequence/sequence.ts'
import { shrink } from '../../../src/conformance/sequence/shrink.ts'
import { reference, type Step } from '../../../src/conformance/step/step.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../../src/contract/profile.ts'

const contract = loadContract(source, EMPTY_PROFILE)
const session = { contract, stopping: () => false }
const finding: Finding = {
  ...{ severity: 'failure', check: 'body', operation: 'getContacts', rules: [] },
  ...{ code: 'value', path: '/security', expected: 'a', actual: 'b' },
}
const request = (operation: string, name: string): Step => ({
  ...{ kind: 'request', operation, actor: 'owner', parameters: {}, query: {}, intent: 'plain' },
  body: { name },
})
const nameOf = (step: Step): unknown => (step.body as { name: unknown }).name

/** A target that shows the failure after certain steps only. */
async function reduced(steps: readonly Step[], shows: (names: readonly unknown[]) => boolean) {
  let executions = 0
  const run = async (some: readonly Step[]): Promise<Sequence> => {
    executions += 1
    return { steps: some, trace: [], finding: shows(some.map(nameOf)) ? finding : undefined } as unknown as Sequence
  }
  const shrunk = await shrink(session, await run(steps), finding, run)
  return { how: shrunk.how, names: shrunk.sequence.steps.map(nameOf), executions }
}

const many = Array.from({ length: 150 }, (_, count) => request('updateContacts', `step ${count}`))
const last = request('getContacts', 'last')

test('a long sequence loses what the failure does not need in large parts', async () => {
  const { how, names } = await reduced([...many, last], (left) => left.includes('step 70') && left.includes('last'))
  expect({ how, names }).toEqual({ how: 'reduced', names: ['step 70', 'last'] })
})

test('whatever needs a step that is left out is left out with it', async () => {
  const naming = request('updateContacts', reference(3, '/id'))
  const { how, names } = await reduced([...many, naming, last], (left) => left.includes('step 120'))
  expect({ how, names }).toEqual({ how: 'reduced', names: ['step 120', 'last'] })
})

test('a token is left out where its owner meets the same failure, and kept where not', async () => {
  const withToken: Step = { ...last, bearer: reference(1, '/token') } as Step
  const steps = [request('updateContacts', 'any'), request('createToken', 'token'), withToken]
  const own = await reduced(steps, (left) => left.includes('last'))
  expect(own.names).toEqual(['last'])
  const narrow = await reduced(steps, (left) => left.includes('token'))
  expect(narrow.names).toEqual(['token', 'last'])
})

test('a failure that needs many equal steps keeps them, within the same number of executions', async () => {
  const equal = Array.from({ length: 30 }, () => request('createUptimeService', 'equal'))
  const count = (left: readonly unknown[]) => left.filter((name) => name === 'equal').length
  const { names, executions } = await reduced([...many.slice(0, 60), ...equal, last], (left) => count(left) >= 25)
  expect(count(names)).toBeLessThanOrEqual(30)
  expect(names.length).toBeLessThan(40)
  expect(executions).toBeLessThanOrEqual(62)
})

test('a step in the middle of another is a plain one when the other is left out', async () => {
  const during: Step = { ...request('updateContacts', 'during'), duringNext: true } as Step
  const steps = [during, request('updateContacts', 'held'), last]
  const run = async (some: readonly Step[]): Promise<Sequence> =>
    ({ steps: some, trace: [], finding: some.map(nameOf).includes('during') ? finding : undefined }) as never
  const { sequence } = await shrink(session, await run(steps), finding, run)
  expect(sequence.steps).toEqual([request('updateContacts', 'during'), last])
})
