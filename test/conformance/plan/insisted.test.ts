import { expect, test } from 'vitest'
import { broken, onUnknown } from '../../../src/conformance/plan/by-operation.ts'
import { insisted } from '../../../src/conformance/plan/insisted.ts'
import { call, looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'

/** A target that takes what it has refused, once it has seen it before. */
function worn(status: number, answer: unknown): Mistake {
  const seen = new Set<string>()
  return {
    answered({ sent: { method, path, body }, received }) {
      const request = `${method} ${path} ${body}`
      const isAgain = seen.has(request)
      seen.add(request)
      return received.status >= 400 && method !== 'GET' && isAgain ? as(received, status, answer) : received
    },
  }
}

const CASES = [
  ['setUpstreamCredential', 200, { upstream: 'nowhere.example', username: 'u' }, onUnknown],
  ['deleteUptimeService', 204, undefined, onUnknown],
  [
    'createRegistry',
    201,
    { slug: 'taken', displayName: 'Taken' },
    (all: readonly Operation[]) => broken(all, looksAmong(all)),
  ],
] as const

test.each(sampled(CASES, 3))('%s is refused again when it is asked for again', async (id, status, answer, plan) => {
  const twice = (operations: readonly Operation[]): Walk[] => insisted(plan(operations))
  expect(await found(worn(status, answer), twice, [id])).toMatchObject({ operation: id, severity: 'failure' })
  expect(await found(undefined, twice, [id])).toBeUndefined()
  expect(await found(worn(status, answer), plan, [id])).toBeUndefined()
})

test('what is not to be refused is sent once, and so is what goes together with something else', () => {
  const plain = call({ id: 'createMonitor' } as Operation)
  const walk: Walk = [plain, { ...plain, intent: 'broken', withNext: true }, { ...plain, intent: 'exotic' }]
  expect(insisted([walk])).toEqual([walk])
})
