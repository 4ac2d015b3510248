import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/contract/contract.ts'
import { responseFor } from '../../src/contract/operations.ts'
import { buildPath } from '../../src/contract/routes.ts'
import { bodyValidator, responseValidator } from '../../src/contract/schema/validators.ts'
import { candidate, contractOf, FOLDER, VARIANTS, type Variant } from './candidate.ts'

type Body = Record<string, unknown>
type Driver = Record<string, (body: Body) => Promise<Body>>

/** The driver that the variant's profile names, at a fresh candidate. */
async function driven(contract: Contract, variant: Variant) {
  const url = await candidate(variant)
  const { driver: place, actors } = contract.profile
  if (!place || !('module' in place)) throw new Error('the profile names no module')
  const { default: make } = (await import(join(FOLDER, place.module))) as { default: (at: { url: string }) => Driver }
  const driver = make({ url })

  /** Causes an event; its body and answer are as the control description says. Only `entry` is not there. */
  const cause = async (name: string, body: Body): Promise<Body> => {
    const operation = contract.controlOperations.get(name)
    const response = operation && responseFor(operation, 200)
    if (!operation || !response) throw new Error(`the control description has no ${name}`)
    expect(bodyValidator(operation)?.(body) ?? [], name).toEqual([])
    const answer = await driver[name]?.(body)
    const wrong = responseValidator(response)?.(answer) ?? []
    const unexpected = wrong.filter(({ message }) => message !== 'entry is required')
    expect(unexpected, `${name} ${JSON.stringify(answer)}`).toEqual([])
    return answer as Body
  }

  const request = async (id: string, body?: Body, parameters: Record<string, string> = {}): Promise<Body> => {
    const operation = contract.operation(id)
    const response = await fetch(url + buildPath(operation, parameters), {
      method: operation.method,
      headers: actors.owner?.headers ?? {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { ...(text === '' ? {} : JSON.parse(text)), httpStatus: response.status }
  }
  return { driver, cause, request }
}

describe.each(VARIANTS)('the driver at variant %s', (variant) => {
  const contract = contractOf(variant)
  const [serviceId = ''] = contract.profile.vocabulary.oncallServices ?? []

  test('has functions of the control description only, and every event it can cause', async () => {
    const { driver } = await driven(contract, variant)
    const names = Object.keys(driver)
    expect(names.filter((name) => !contract.controlOperations.has(name))).toEqual([])
    expect(names).toEqual(
      expect.arrayContaining([
        'alertFires',
        'alertResolves',
        'probeResult',
        'providerBehaves',
        'entitlementChanges',
        'quotaChanges',
        'backendBehaves',
        'metricsAvailability',
        'statusPageViewed',
        'credentialUsed',
        'advanceClock',
        'listPages',
      ]),
    )
    expect(names).not.toContain('nodeJoins')
  })

  test('alerts open an incident, attach to it and end', async () => {
    const { cause, request } = await driven(contract, variant)
    const first = await cause('alertFires', { serviceId, alert: 'Disk', title: 'Disk is full', labels: { a: 'b' } })
    expect(first).toMatchObject({ opened: true, firingAlerts: 1, changed: [{ change: 'created' }] })
    expect(await cause('alertFires', { serviceId, alert: 'Disk' })).toMatchObject({ opened: false, changed: [] })
    const source = await request('createAlertSource', { name: 'prometheus', serviceId })
    expect(await cause('alertFires', { sourceId: source.id, alert: 'Memory' })).toMatchObject({
      incidentId: first.incidentId,
      opened: false,
      firingAlerts: 2,
    })
    expect(await cause('alertResolves', { serviceId, alert: 'Disk' })).toMatchObject({ firingAlerts: 1 })
    expect(await cause('alertResolves', { serviceId, alert: 'Memory' })).toMatchObject({
      incidentId: first.incidentId,
      resolved: variant === 'a',
      firingAlerts: 0,
    })
  })

  test('a credential opens its door until it is revoked', async () => {
    const { cause, request } = await driven(contract, variant)
    const source = await request('createAlertSource', { name: 'prometheus', serviceId })
    const token = await request('createExportToken', { name: 'grafana' })
    const personal = await request('createToken', { name: 'laptop' })
    const uses: [string, unknown][] = [
      ['alert-source', source.token],
      ['export-token', token.token],
      ['personal-token', personal.key],
    ]
    for (const [kind, secret] of uses) {
      expect(await cause('credentialUsed', { kind, secret }), kind).toMatchObject({ accepted: true })
      expect(await cause('credentialUsed', { kind, secret: 'made-up' }), kind).toMatchObject({ accepted: false })
    }
    await request('revokeAlertSource', undefined, { id: String(source.id) })
    await request('revokeExportToken', undefined, { id: String(token.id) })
    for (const [kind, secret] of uses.slice(0, 2))
      expect(await cause('credentialUsed', { kind, secret }), kind).toMatchObject({ accepted: false })
  })

  test('probes report, metrics and the backend go away, quota and entitlement change', async () => {
    const { cause, request } = await driven(contract, variant)
    const { vantages } = (await request('getUptimeCatalog')) as { vantages: { id: string; available: boolean }[] }
    const monitor = {
      name: 'Front',
      kind: 'tcp',
      tcp: { host: 'shop.example', port: 25 },
      intervalSeconds: 60,
      vantages: vantages.filter(({ available }) => available).map(({ id }) => id),
      downCondition: { confirmations: 2, quorum: 1 },
    }
    const { id } = (await request('createMonitor', monitor)) as { id: string }
    expect(await cause('probeResult', { monitorId: id, outcome: 'ok', latencyMs: 1.5 })).toMatchObject({
      state: 'up',
      transitions: 1,
    })
    expect(await cause('probeResult', { monitorId: id, outcome: 'error', times: 2 })).toMatchObject({ state: 'down' })
    await cause('metricsAvailability', { monitorId: id, available: false })
    expect((await request('getMonitorMetrics', undefined, { id })).httpStatus).toBe(503)
    await cause('metricsAvailability', { available: true })
    expect((await request('getMonitorMetrics', undefined, { id })).httpStatus).toBe(200)
    await cause('backendBehaves', { backend: 'uptime', reachable: false })
    expect((await request('pingUptime')).httpStatus).toBe(502)
    await cause('backendBehaves', { backend: 'uptime', reachable: true })
    await cause('quotaChanges', { organization: 'north', quota: 'monitors', value: 1 })
    expect((await request('createMonitor', monitor)).httpStatus).toBe(403)
    await cause('entitlementChanges', { organization: 'north', area: 'uptime', enabled: false })
    expect((await request('pingUptime')).httpStatus).toBe(403)
  })

  test('the clock moves, pages go out, the provider fails them, the status page shows updates', async () => {
    const { driver, cause, request } = await driven(contract, variant)
    const { id: userId, label } = contract.profile.vocabulary.users?.[0] ?? { id: '', label: '' }
    const step = { target: { kind: 'user', id: userId, label }, waitSeconds: 90 }
    const policy = await request('createEscalationPolicy', { name: 'Ladder', repeat: 0, steps: [step, step] })
    await request('setServiceEscalationPolicy', { escalationPolicyId: policy.id }, { id: serviceId })
    await request('setProviderCredential', contract.profile.vocabulary.provider)
    const phone = contract.profile.vocabulary.phone
    await request('savePagingSettings', { phone, rules: [{ channel: 'sms', delaySeconds: 30 }] })
    await cause('providerBehaves', { behaviour: 'unreachable', only: 'pages' })
    const { id } = (await request('openIncident', { serviceId, title: 'Slow' })) as { id: string }
    expect(await cause('listPages', { incidentId: id })).toEqual({ pages: [] })
    const moved = (await cause('advanceClock', { nextDue: true })) as { fired: object[] }
    expect(moved.fired).toMatchObject([{ timer: 'page', id }])
    await cause('providerBehaves', { behaviour: 'accepts' })
    await cause('advanceClock', { by: 'PT2M' })
    expect(await cause('listPages', { userId })).toMatchObject({
      pages: [
        { incidentId: id, to: phone, step: 0, round: 0, outcome: 'failed' },
        { incidentId: id, to: phone, step: 1, round: 0, outcome: 'sent' },
      ],
    })
    await expect(driver.advanceClock?.({ to: '2001-01-01T00:00:00Z' })).rejects.toMatchObject({ status: 409 })
    await cause('setClock', { mode: 'real' })
    expect(await cause('getClock', {})).toMatchObject({ mode: 'real' })
    expect(await cause('statusPageViewed', { serviceIds: [serviceId] })).toEqual({ incidents: [] })
    await request('publishUpdate', { body: 'We are looking.' }, { id })
    await request('publishUpdate', { body: 'It is over.' }, { id })
    expect(await cause('statusPageViewed', {})).toMatchObject({
      incidents: [{ id, updates: [{ body: 'It is over.' }, { body: 'We are looking.' }] }],
    })
  })

  test('what cannot be caused is refused', async () => {
    const { driver } = await driven(contract, variant)
    const refusals: [string, Body, number][] = [
      ['alertFires', { serviceId: 'nowhere', alert: 'Disk' }, 404],
      ['alertResolves', { serviceId, alert: 'never fired' }, 409],
      ['entitlementChanges', { area: 'email', enabled: true }, 409],
      ['quotaChanges', { quota: 'clusters', value: 1 }, 409],
      ['quotaChanges', { organization: 'west', quota: 'monitors', value: 1 }, 404],
      ['advanceClock', { by: 'soon' }, 400],
      ['credentialUsed', { kind: 'send-key', secret: 'x' }, 409],
    ]
    for (const [name, body, status] of refusals)
      await expect(driver[name]?.(body), name).rejects.toMatchObject({ status, message: expect.any(String) })
  })
})
