import { describe, expect, test } from 'vitest'
import { INFLUENCED_OPERATIONS } from '../../../src/contract/generated/area-facts.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { grown, places } from '../seeds/support.ts'
import { contract, makeModel } from '../support.ts'

const ACME = grown(acme)
const LISTED: readonly OperationId[] = INFLUENCED_OPERATIONS['general.empty-patch']

/** The statuses of a change of each thing there is, without any field or with one that nobody knows. */
function statuses(id: OperationId, gap: 'accept' | 'refuse', body = {}): number[] {
  const all = places(ACME, contract.operation(id), 'acme').map((parameters) => {
    const model = makeModel({ gaps: { 'general.empty-patch': gap } })
    model.seed(() => ACME)
    return model.call(id, 'owner', { parameters, body }).status
  })
  return [...new Set(all)]
}

describe.each(LISTED)('%s of nothing', (id) => {
  test('is as good as none, or refused', () => {
    expect(statuses(id, 'accept')).toContain(200)
    expect(statuses(id, 'refuse')).toEqual([400])
  })

  test('is the same with fields that mean nothing', () => {
    expect(statuses(id, 'refuse', { unheardOf: 1 })).toEqual([400])
  })
})

test('every change in which no field is required is among them', () => {
  const open = [...contract.operations.values()].filter(
    ({ method, body, area }) => method === 'PATCH' && area && !body?.schema.required?.length,
  )
  expect(open.map(({ id }) => id).sort()).toEqual([...LISTED].sort())
})

test('a kind alone is something that is named, though it cannot be changed', () => {
  const [parameters = {}] = places(ACME, contract.operation('updateMonitor'), 'acme')
  const { call, seed } = makeModel({ gaps: { 'general.empty-patch': 'refuse', 'uptime.kind-in-patch': 'ignore' } })
  seed(() => ACME)
  expect(call('updateMonitor', 'owner', { parameters, body: { kind: 'tcp' } }).status).toBe(200)
})
