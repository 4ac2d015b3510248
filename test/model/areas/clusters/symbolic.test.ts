import { expect, test } from 'vitest'
import { isSymbol } from '../../../../src/model/world/fresh.ts'
import { makeClusters } from './world.ts'

test('in a symbolic world every fresh value is a symbol of its own', () => {
  const { owner, ready, join, happen } = makeClusters({ values: 'symbolic' })
  const name = ready()
  const { joinToken, joinCommand } = owner.joinToken(name).body
  const minted = owner.register(name, { name: 'group', expiresIn: 60 }).body
  join(name, minted.token, 'w1')
  const [{ createdAt, expiresAt, lastUsed }] = owner.tokens(name)
  const fresh = [joinToken, joinCommand, minted.id, minted.token, minted.cloudConfig, minted.joinCommand]
  const all = [...fresh, createdAt, expiresAt, lastUsed]
  expect(all.every(isSymbol)).toBe(true)
  expect(new Set(all).size).toBe(all.length)
  expect(happen('nodeJoins', { cluster: name, node: 'w2', token: joinToken }).with).toBe('join-token')
})

test('open values that are only shown may be symbols', () => {
  const { owner, choices, advance, happen } = makeClusters({ values: 'symbolic' })
  let asked = 0
  Object.assign(choices, { fill: (id: string) => `⟦gap ${id}#${asked++}⟧` })
  const { body } = owner.create({ name: 'plain', tier: 'small', managedLoadBalancers: { enabled: true } })
  const { orchestratorVersion, replicas, mesh, datastore, managedLoadBalancers } = body
  expect([orchestratorVersion, replicas, mesh, datastore.mode, managedLoadBalancers.maxServices].every(isSymbol)).toBe(
    true,
  )
  advance(120)
  expect(isSymbol(owner.get('plain').body.endpoint)).toBe(true)
  expect(owner.patch('plain', { orchestratorVersion: '1.32.4', replicas: 3, tier: 'medium' }).status).toBe(200)
  advance(90)
  expect(isSymbol(happen('serviceExposed', { cluster: 'plain', service: 'shop/a' }).ip)).toBe(true)
  expect(isSymbol(owner.joinToken('plain').body.expiresIn)).toBe(true)
  expect(owner.datastore('plain', {}).status).toBe(200)
  expect(owner.usage('plain').status).toBe(200)
  expect(owner.remove('plain').status).toBe(202)
})
