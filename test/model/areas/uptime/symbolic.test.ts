import { expect, test } from 'vitest'
import { isSymbol } from '../../../../src/model/world/fresh.ts'
import { makeUptime } from './world.ts'

test('in a symbolic world every fresh value is a symbol of its own', () => {
  const { owner, probe } = makeUptime({ values: 'symbolic' })
  const { id, createdAt, updatedAt } = owner.monitor().body
  probe(id, 'fail', { times: 2 })
  const { stateSince } = owner.get(id).body
  const times = owner.failures(id).body.failures.map(({ at }: { at: string }) => at)
  const [{ at }] = owner.transitions(id).body.transitions
  const { token } = owner.token('grafana').body
  const fresh = [id, createdAt, updatedAt, stateSince, at, token, ...times]
  expect(fresh.every(isSymbol)).toBe(true)
  expect(new Set(fresh).size).toBe(fresh.length)
})
