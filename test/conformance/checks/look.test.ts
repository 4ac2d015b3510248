import { expect, test } from 'vitest'
import { type Check, plainCheck } from '../../../src/conformance/checks/check.ts'
import { GENERAL_CHECKS } from '../../../src/conformance/checks/index.ts'
import { lookWith } from '../../../src/conformance/checks/look.ts'
import { machine } from '../../../src/conformance/checks/machine.ts'
import { secretGiven, secrets } from '../../../src/conformance/checks/secrets.ts'
import { memoryOf } from '../../../src/conformance/shadow/memories.ts'
import { answered } from '../../support/answered.ts'

/** Objects to every second answer. */
const everySecond: Check<number> = {
  name: 'every-second',
  provenance: 'implied',
  start: 1,
  look: (_answered, count) => ({
    found: count % 2 === 0 ? [{ code: 'server-error', actual: count, rules: ['GEN-01'] }] : [],
    memory: count + 1,
  }),
}
const quiet = plainCheck('quiet', () => [])

test('a check gets at each answer what it gave back at the last, and nothing of another', () => {
  const first = lookWith([quiet, everySecond], answered({ operation: 'listTokens' }))
  expect(first.findings).toEqual([])
  const second = lookWith([quiet, everySecond], answered({ operation: 'listTokens', shadow: first.shadow }))
  expect(second.findings).toEqual([
    {
      code: 'server-error',
      actual: 2,
      rules: ['GEN-01'],
      severity: 'warning',
      check: 'every-second',
      operation: 'listTokens',
    },
  ])
  expect(memoryOf(second.shadow, everySecond)).toBe(3)
  expect(memoryOf(second.shadow, quiet)).toBeUndefined()
  // What was believed before is as it was.
  expect(memoryOf(first.shadow, everySecond)).toBe(2)
})

test('a secret that was returned once is known from then on, and found in a later answer', () => {
  const key = 'tok_0123456789abcdef0123'
  const made = lookWith([secrets], answered({ operation: 'createToken', status: 201, body: { key } }))
  expect(made.findings).toEqual([])
  expect(secretGiven(made.shadow, 'createToken key')).toBe(key)
  const again = answered({ operation: 'listTokens', body: { tokens: [], note: key }, shadow: made.shadow })
  expect(lookWith([secrets], again).findings).toMatchObject([{ code: 'secret', givenBy: 'createToken', path: 'key' }])
})

test('the last change of a state is remembered with the state', () => {
  const incident = (status: string) => ({
    incidents: [{ id: 'i1', status, acknowledgedAt: 'then', resolvedAt: 'then' }],
  })
  let { shadow } = lookWith([machine], answered({ operation: 'listIncidents', body: incident('open') }))
  shadow = lookWith([machine], answered({ operation: 'listIncidents', body: incident('resolved'), shadow })).shadow
  const back = lookWith([machine], answered({ operation: 'listIncidents', body: incident('open'), shadow }))
  expect([...memoryOf(shadow, machine).moves.values()]).toEqual([{ from: 'open', to: 'resolved' }])
  expect(back.findings).toMatchObject([{ code: 'left-state', entity: 'OncallIncident', id: 'i1', from: 'resolved' }])
})

test('an answer with nothing to remember leaves all memories as they are', () => {
  const one = answered({ operation: 'deleteMonitor', status: 404, parameters: { id: 'none' }, body: { error: 'no' } })
  expect(lookWith(GENERAL_CHECKS, one).shadow).toBe(one.shadow)
})
