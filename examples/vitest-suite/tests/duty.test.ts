import { test } from 'understudy-api/vitest'
import { describe, expect } from 'vitest'
import { duty, isNeglected } from '../src/duty.ts'

test('an alert counts at once', async ({ actor, events }) => {
  expect(await duty(actor('member'))).toBe('3 open, 4 alerts firing')
  const { opened, firingAlerts } = await events.alertFires({ serviceId: 'svc_checkout', alert: 'CardDeclined' })
  expect({ opened, firingAlerts }).toEqual({ opened: false, firingAlerts: 4 })
  expect(await duty(actor('member'))).toBe('3 open, 5 alerts firing')
})

test('the next test finds a fresh world', async ({ actor }) => {
  expect(await duty(actor('member'))).toBe('3 open, 4 alerts firing')
})

test('an incident is neglected after a while', async ({ sandbox, clock }) => {
  const neglected = async () => {
    const { now } = await clock.read()
    return isNeglected(sandbox.actor('member'), 'Error rate above 2 %', now, 30)
  }
  expect(await neglected()).toBe(false)
  await clock.advance('PT30M')
  expect(await neglected()).toBe(true)
})

test('over a real connection too', async ({ sandbox }) => {
  const { url: baseUrl } = sandbox
  expect(await duty({ baseUrl })).toBe('You may not see this')
  expect(await duty({ baseUrl, headers: sandbox.actor('member').headers })).toBe('3 open, 4 alerts firing')
})

test('a failing backend is told', async ({ actor, faults }) => {
  await faults.arm({ where: { area: 'oncall' }, status: 503, times: 1 })
  expect(await duty(actor('member'))).toBe('The API has a problem')
  expect(await duty(actor('member'))).toBe('3 open, 4 alerts firing')
})

describe('inside a scenario', () => {
  test.override('from', { scenario: 'firing-alerts-are-counted' })

  test('its alerts are there', async ({ actor }) => {
    expect(await duty(actor('owner'))).toMatch(/^1 open, \d alerts firing$/)
  })
})

test('what is wrong does not compile, and is told', async ({ sandbox, events }) => {
  expect(() => sandbox.actor('onwer')).toThrow('there is no actor named onwer (did you mean owner?)')
  // @ts-expect-error an alert needs a name
  await expect(events.alertFires({ serviceId: 'svc_checkout' })).rejects.toThrow('alert')
  await expect(events.alertFires({ serviceId: 'svc_nowhere', alert: 'A' })).rejects.toThrow('svc_nowhere')
})
