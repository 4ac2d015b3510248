import { expect, test } from 'vitest'
import { ImpossibleEvent } from '../../../../src/model/areas/event-answer.ts'
import { makeRegistry } from './world.ts'

test('REG-19: set, listed without the password, replaced, deleted', () => {
  const { storefront, advance } = makeRegistry()
  expect(storefront.setLogin('docker.io')).toMatchObject({
    status: 200,
    body: { upstream: 'docker.io', username: 'acme' },
  })
  expect(storefront.upstreamLogins()).toEqual([
    { upstream: 'docker.io', username: 'acme', createdAt: '2026-03-05T09:00:00Z' },
  ])
  advance(60)
  storefront.setLogin('docker.io', { username: 'builds', password: 'hunter-three' })
  expect(storefront.upstreamLogins()).toEqual([
    { upstream: 'docker.io', username: 'builds', createdAt: '2026-03-05T09:01:00Z' },
  ])
  expect(storefront.deleteLogin('docker.io')).toMatchObject({ status: 204, body: undefined })
  expect(storefront.upstreamLogins()).toEqual([])
  expect(storefront.deleteLogin('docker.io').status).toBe(404)
})

test('REG-20: only for an upstream of the catalog', () => {
  const { storefront } = makeRegistry()
  expect(storefront.setLogin('evil.example')).toMatchObject({
    status: 404,
    body: { error: 'the catalog has no upstream evil.example' },
  })
  expect(storefront.upstreamLogins()).toEqual([])
  expect(storefront.setLogin('docker.io', { username: 'acme' }).status).toBe(400)
  expect(storefront.setLogin('docker.io', { username: 'acme', password: '' }).status).toBe(400)
})

test('REG-23: pulls through the cache use the login of their own registry', () => {
  const { storefront, create, happen } = makeRegistry()
  create('images')
  storefront.setLogin('docker.io')
  const used = (registry: string, more: object = {}) =>
    happen('credentialUsed', { kind: 'upstream-credential', id: 'docker.io', registry, ...more }).accepted
  expect([used('storefront'), used('images'), used('storefront', { secret: 'wrong' })]).toEqual([true, false, false])
  expect(() => happen('credentialUsed', { kind: 'upstream-credential', id: 'docker.io' })).toThrow(ImpossibleEvent)
})

test('whether a replaced credential is as old as the first is open', () => {
  const { storefront, advance } = makeRegistry({ gaps: { 'registry.replaced-credential-time': 'keep' } })
  storefront.setLogin('docker.io')
  advance(60)
  storefront.setLogin('docker.io')
  expect(storefront.upstreamLogins()[0].createdAt).toBe('2026-03-05T09:00:00Z')
})
