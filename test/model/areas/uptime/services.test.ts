import { expect, test } from 'vitest'
import { makeUptime } from './world.ts'

const rename = (id: string, name: string) => ({ parameters: { id }, body: { name } })

test('UPT-04: a service is created, listed, renamed and deleted', () => {
  const { call, owner } = makeUptime()
  const created = owner.service('Shop')
  expect(created).toMatchObject({ status: 201, body: { name: 'Shop', monitors: 0 } })
  const { id } = created.body
  expect(call('renameUptimeService', 'owner', rename(id, 'Storefront'))).toMatchObject({
    status: 200,
    body: { ...created.body, name: 'Storefront' },
  })
  expect(call('listUptimeServices', 'owner').body.services).toEqual([{ ...created.body, name: 'Storefront' }])
  expect(call('deleteUptimeService', 'owner', { parameters: { id } })).toMatchObject({ status: 204, body: undefined })
  expect(call('deleteUptimeService', 'owner', { parameters: { id } }).status).toBe(404)
  expect(call('listUptimeServices', 'owner').body).toEqual({ services: [] })
})

test('UPT-04: a name in use is 409, in renaming too; another organization may have it', () => {
  const { call, owner, as } = makeUptime()
  owner.service('Shop')
  const other = owner.service('Blog').body.id
  expect(owner.service('Shop')).toMatchObject({ status: 409, body: { error: 'a service with this name exists' } })
  expect(call('renameUptimeService', 'owner', rename(other, 'Shop')).status).toBe(409)
  expect(as('outsider').service('Shop').status).toBe(201)
  expect(owner.service('shop').status).toBe(201)
})

test('whether case makes a name another is open', () => {
  const { owner } = makeUptime({ gaps: { 'general.name-case': 'same' } })
  owner.service('Shop')
  expect(owner.service('shop').status).toBe(409)
})

test('a service may be renamed to its own name, or not', () => {
  const { call, owner, setGap } = makeUptime()
  const { id } = owner.service('Shop').body
  expect(call('renameUptimeService', 'owner', rename(id, 'Shop')).status).toBe(200)
  setGap('uptime.rename-to-own-name', 'refuse')
  expect(call('renameUptimeService', 'owner', rename(id, 'Shop')).status).toBe(409)
})

test('UPT-04: monitors is the number at the moment, and keeps the service from being deleted', () => {
  const { call, owner } = makeUptime()
  const service = owner.service('Shop').body.id
  const monitor = owner.monitor({ serviceId: service }).body.id
  expect(call('listUptimeServices', 'owner').body.services[0].monitors).toBe(1)
  expect(call('deleteUptimeService', 'owner', { parameters: { id: service } })).toMatchObject({
    status: 409,
    body: { error: 'monitors are attached to this service' },
  })
  expect(owner.get(monitor).body.serviceId).toBe(service)
  call('deleteMonitor', 'owner', { parameters: { id: monitor } })
  expect(call('listUptimeServices', 'owner').body.services[0].monitors).toBe(0)
  expect(call('deleteUptimeService', 'owner', { parameters: { id: service } }).status).toBe(204)
})

test('whether disabled monitors are attached is open', () => {
  const { call, owner, setGap } = makeUptime()
  const service = owner.service('Shop').body.id
  const monitor = owner.monitor({ serviceId: service, enabled: false }).body.id
  expect(call('listUptimeServices', 'owner').body.services[0].monitors).toBe(1)
  setGap('uptime.disabled-attached', 'ignore')
  expect(call('listUptimeServices', 'owner').body.services[0].monitors).toBe(0)
  expect(call('deleteUptimeService', 'owner', { parameters: { id: service } }).status).toBe(204)
  expect(owner.get(monitor).body).not.toHaveProperty('serviceId')
})

test('a monitor can be moved to a service and taken off it', () => {
  const { call, owner } = makeUptime()
  const service = owner.service('Shop').body.id
  const monitor = owner.monitor().body.id
  expect(owner.patch(monitor, { serviceId: service }).body.serviceId).toBe(service)
  expect(owner.patch(monitor, { serviceId: '' }).body).not.toHaveProperty('serviceId')
  expect(call('listUptimeServices', 'owner').body.services[0].monitors).toBe(0)
})
