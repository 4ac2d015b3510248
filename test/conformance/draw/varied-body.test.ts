import { expect, test } from 'vitest'
import { valueAt, withValueAt } from '../../../src/conformance/compare/value-at.ts'
import { placesOf } from '../../../src/conformance/draw/body-places.ts'
import { variedTwists } from '../../../src/conformance/draw/varied-body.ts'
import { castOf } from '../../../src/conformance/kit/cast.ts'
import type { Drawing } from '../../../src/conformance/kit/drawing.ts'
import { makeSampler } from '../../../src/conformance/kit/sampler.ts'
import { newShadow } from '../../../src/conformance/shadow/shadow.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../../src/contract/profile.ts'
import { emptyWorld } from '../../../src/model/empty-world.ts'

const users = ['ada', 'ben', 'cem'].map((id) => ({ id, label: id.toUpperCase() }))
const contract = loadContract(source, { ...EMPTY_PROFILE, vocabulary: { users } })

function drawing(): Drawing {
  let count = 0
  return {
    contract,
    vocabulary: { users },
    shadow: newShadow(emptyWorld({ nowMs: 0, values: 'symbolic' }), new Map(), ''),
    sampler: makeSampler(3),
    cast: castOf(contract),
    affords: () => true,
    canCause: () => true,
    org: '',
    salt: 's',
    next: () => count++,
  }
}

test('a place is a property at any depth, and something else can be put there', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'object', properties: { b: { type: 'string' } } }, c: { type: 'array' } },
  } as const
  expect(placesOf(schema).map(({ path, required }) => [path.join('.'), required])).toEqual([
    ['a', true],
    ['a.b', false],
    ['c', false],
  ])
  expect(valueAt({ a: { b: 1 } }, ['a', 'b'])).toBe(1)
  expect(withValueAt({ a: { b: 1 }, c: [] }, ['a', 'b'], 2)).toEqual({ a: { b: 2 }, c: [] })
  expect(withValueAt({ a: { b: 1 }, c: [] }, ['c'], undefined)).toEqual({ a: { b: 1 } })
})

test('a list has a wrong item at its beginning, in its middle and at its end', () => {
  const bodies = variedTwists(contract.operation('createSchedule')).map(({ body }) => body(drawing(), {}))
  const wrong = bodies.flatMap((body) => {
    const list = valueAt(body, ['participants'])
    const places = Array.isArray(list) ? list.map((item) => !users.some(({ id }) => id === item.userId)) : []
    return places.includes(true) ? [places.map((isWrong) => (isWrong ? 'wrong' : 'good')).join(' ')] : []
  })
  expect(wrong).toEqual(['wrong good good good', 'good wrong good good', 'good good good wrong'])
})

test('every value of an enumeration stands there once, and what need not be said is left out once', () => {
  const bodies = variedTwists(contract.operation('createCluster')).map(({ body }) => body(drawing(), {}))
  expect(new Set(bodies.map((body) => valueAt(body, ['tier'])))).toEqual(new Set(['small', 'medium', 'large']))
  expect(bodies.some((body) => body !== undefined && valueAt(body, ['mesh']) === undefined)).toBe(true)
})

test('a reference is tried with a letter before and behind it', () => {
  const bodies = variedTwists(contract.operation('createWebhook')).map(({ body }) =>
    body({ ...drawing(), vocabulary: { eventTypes: ['message.sent'] } }, {}),
  )
  const types = bodies.flatMap((body) => valueAt(body, ['eventTypes']) ?? [])
  expect(types).toEqual(expect.arrayContaining(['xmessage.sent', 'message.sentx']))
})
