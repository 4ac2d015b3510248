import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { ImpossibleEvent } from '../../../../src/model/areas/event-answer.ts'
import { makeOncall } from './world.ts'

const mistaken = await mistakenModel()

describe('an alert', () => {
  test('ONC-04: opens an incident, and another one after that is resolved', () => {
    const { fire, call, id, list, read } = makeOncall()
    const first = fire('HighLatency', { title: 'Checkout is slow' })
    expect(first).toMatchObject({ opened: true, firingAlerts: 1, changed: [{ change: 'created' }] })
    call('resolveIncident', 'admin', id(first.incidentId))
    const before = read(first.incidentId)
    const second = fire('DiskFull')
    expect(second.opened).toBe(true)
    expect(second.incidentId).not.toBe(first.incidentId)
    expect(read(first.incidentId)).toEqual(before)
    expect(list()).toHaveLength(1)
  })

  test('ONC-05: attaches to the incident of its service, also while acknowledged', () => {
    const { fire, stop, call, id, list } = makeOncall()
    const { incidentId } = fire('A')
    call('acknowledgeIncident', 'admin', id(incidentId))
    expect(fire('B')).toMatchObject({ incidentId, opened: false, firingAlerts: 2 })
    stop('A')
    expect(list()[0]).toMatchObject({ status: 'acknowledged', firingAlerts: 1 })
  })

  test('begins and ends now unless told otherwise, and does not end before it began', () => {
    const { fire, stop, read, advance } = makeOncall()
    const { incidentId } = fire('A')
    fire('B')
    advance(60)
    expect(() => stop('A', { endsAt: '2026-03-05T08:59:00Z' })).toThrow(ImpossibleEvent)
    stop('A')
    expect(read(incidentId).alerts).toMatchObject([
      { fingerprint: 'A', startsAt: '2026-03-05T09:00:00Z', endsAt: '2026-03-05T09:01:00Z' },
      { fingerprint: 'B', startsAt: '2026-03-05T09:00:00Z' },
    ])
  })

  test('told again is the same alert, or another', () => {
    const again = (gap: 'same' | 'another') => {
      const { fire } = makeOncall({ gaps: { 'oncall.repeated-alert': gap } })
      fire('A')
      return fire('A').firingAlerts
    }
    expect([again('same'), again('another')]).toEqual([1, 2])
  })

  test('told again with another beginning is still one alert, as it was told last', () => {
    const { fire, read } = makeOncall()
    const { incidentId } = fire('A', { startsAt: '2026-03-05T08:00:00Z' })
    expect(fire('A', { startsAt: '2026-03-05T08:30:00Z' })).toMatchObject({ opened: false, firingAlerts: 1 })
    expect(read(incidentId).alerts).toMatchObject([{ fingerprint: 'A', startsAt: '2026-03-05T08:30:00Z' }])
  })

  test('that began anew after its incident was resolved opens a new one', () => {
    const { fire, call, id } = makeOncall()
    const { incidentId } = fire('A', { startsAt: '2026-03-05T08:00:00Z' })
    call('resolveIncident', 'admin', id(incidentId))
    expect(fire('A', { startsAt: '2026-03-05T08:30:00Z' }).opened).toBe(true)
  })

  test('told again after its incident was resolved by hand is ignored, or opens a new one', () => {
    const again = (gap: 'ignore' | 'open-new') => {
      const { fire, call, id } = makeOncall({ gaps: { 'oncall.repeated-alert-after-resolve': gap } })
      const { incidentId } = fire('A')
      call('resolveIncident', 'admin', id(incidentId))
      return fire('A').opened
    }
    expect([again('ignore'), again('open-new')]).toEqual([false, true])
  })

  test('that stopped and fires again in the same incident is one alert', () => {
    const { fire, stop, read } = makeOncall()
    const { incidentId } = fire('A')
    fire('B')
    stop('A')
    fire('A')
    expect(read(incidentId).alerts).toHaveLength(2)
  })

  test('attaches to the newest or the oldest incident', () => {
    const attached = (gap: 'newest' | 'oldest') => {
      const { open, fire } = makeOncall({ gaps: { 'oncall.attach-to': gap } })
      const [first, second] = [open('a'), open('b')]
      return [first.id, second.id].indexOf(fire('A').incidentId)
    }
    expect([attached('newest'), attached('oldest')]).toEqual([1, 0])
  })

  test('attaches to a manual incident, or opens its own', () => {
    const opened = (gap: 'attach' | 'open-new') => {
      const { open, fire } = makeOncall({ gaps: { 'oncall.alert-on-manual-incident': gap } })
      open()
      return fire('A').opened
    }
    expect([opened('attach'), opened('open-new')]).toEqual([false, true])
  })

  test('that never fired cannot stop; one of an unknown service cannot fire', () => {
    const { stop, happen } = makeOncall()
    expect(() => stop('A')).toThrow(ImpossibleEvent)
    expect(() => happen('alertFires', { serviceId: 'svc_none', alert: 'A' })).toThrow(ImpossibleEvent)
    expect(() => happen('alertFires', { sourceId: 'src_none', alert: 'A' })).toThrow(ImpossibleEvent)
  })
})

describe('automatic resolution', () => {
  test.each([
    ['all', 'open', 'resolved'],
    ['all', 'acknowledged', 'resolved'],
    ['unacknowledged', 'open', 'resolved'],
    ['unacknowledged', 'acknowledged', 'acknowledged'],
    ['none', 'open', 'open'],
  ] as const)('of %s: an incident that is %s becomes %s', (gap, before, after) => {
    const { fire, stop, call, id, read } = makeOncall({ gaps: { 'oncall.auto-resolve': gap } })
    const { incidentId } = fire('A')
    if (before === 'acknowledged') call('acknowledgeIncident', 'admin', id(incidentId))
    expect(stop('A').resolved).toBe(after === 'resolved')
    expect(read(incidentId).status).toBe(after)
  })

  test('may take a while, and is called off when an alert fires again', () => {
    const { fire, stop, advance, read } = makeOncall({ gaps: { 'oncall.auto-resolve-delay': 300 } })
    const { incidentId } = fire('A')
    stop('A')
    advance(200)
    fire('B')
    advance(200)
    expect(read(incidentId).status).toBe('open')
    stop('B')
    advance(300)
    expect(read(incidentId)).toMatchObject({ status: 'resolved', resolvedAt: '2026-03-05T09:11:40Z' })
  })

  test('takes a manual incident that got alerts only where the gap says so', () => {
    const left = (gap: 'keep' | 'resolve') => {
      const { open, fire, stop, read } = makeOncall({ gaps: { 'oncall.auto-resolve-manual': gap } })
      const incident = open()
      fire('A')
      stop('A')
      return read(incident.id).status
    }
    expect([left('keep'), left('resolve')]).toEqual(['open', 'resolved'])
  })

  test.each([
    ['freeze', [2, 2]],
    ['follow', [2, 1]],
    ['zero', [0, 0]],
  ] as const)('firingAlerts after resolution: %s', (gap, expected) => {
    const { fire, stop, call, id } = makeOncall({ gaps: { 'oncall.firing-alerts-after-resolve': gap } })
    const { incidentId } = fire('A')
    fire('B')
    const resolved = call('resolveIncident', 'admin', id(incidentId)).body.firingAlerts
    expect([resolved, stop('A').firingAlerts]).toEqual(expected)
  })
})

const NOTIFICATION = {
  version: '4',
  groupKey: '{}:{alertname="PaymentErrors"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'oncall',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager.acme.example',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'PaymentErrors' },
      annotations: { summary: 'Payments fail' },
      startsAt: '2026-03-05T06:41:30Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.acme.example/graph',
      fingerprint: '9c1a',
    },
  ] as const,
}

function makeSource(options = {}) {
  const oncall = makeOncall(options)
  const { call, serviceId, id } = oncall
  const source = call('createAlertSource', 'admin', { body: { name: 'prometheus', serviceId } }).body
  const deliver = (token: string | undefined = source.token, body: object = NOTIFICATION) =>
    call('receiveAlerts', token, { ...id(source.id), body })
  return { ...oncall, source, deliver }
}

describe('an alert source', () => {
  test('ONC-18: belongs to one service and shows its token once', () => {
    const { source, serviceId, call } = makeSource()
    expect(source).toEqual({
      id: source.id,
      name: 'prometheus',
      serviceId,
      token: source.token,
      createdAt: '2026-03-05T09:00:00Z',
    })
    const { body } = call('listAlertSources', 'member')
    expect(body.sources).toEqual([
      { id: source.id, name: 'prometheus', serviceId, createdAt: '2026-03-05T09:00:00Z', lastEventAt: '' },
    ])
    expect(JSON.stringify(body)).not.toContain(source.token)
  })

  test('ONC-18: needs a service that exists', () => {
    const { call } = makeSource()
    expect(call('createAlertSource', 'admin', { body: { name: 'x', serviceId: 'svc_none' } }).status).toBe(404)
  })

  test('ONC-19, ONC-05: takes what Alertmanager posts, with its bearer token', () => {
    const { deliver, list, call } = makeSource()
    expect(deliver().status).toBe(202)
    expect(deliver().status).toBe(202)
    expect(list()).toMatchObject([{ title: 'Payments fail', status: 'open', firingAlerts: 1 }])
    expect(call('listAlertSources', 'member').body.sources[0].lastEventAt).toBe('2026-03-05T09:00:00Z')
    const [alert] = NOTIFICATION.alerts
    deliver(undefined, { ...NOTIFICATION, alerts: [{ ...alert, status: 'resolved' }] })
    expect(list()).toEqual([])
  })

  test('ONC-04: the same alert with another beginning is a new one', () => {
    const { deliver, list, call, id } = makeSource()
    deliver()
    call('resolveIncident', 'admin', id(list()[0].id))
    deliver()
    expect(list()).toEqual([])
    const [alert] = NOTIFICATION.alerts
    deliver(undefined, { ...NOTIFICATION, alerts: [{ ...alert, startsAt: '2026-03-05T08:00:00Z' }] })
    expect(list()).toHaveLength(1)
  })

  test('ONC-18, ONC-19: knows no other token', () => {
    const { deliver, call, source, id, list } = makeSource()
    expect(deliver('member').status).toBe(401)
    expect(call('receiveAlerts', undefined, { ...id(source.id), body: NOTIFICATION }).status).toBe(401)
    expect(call('receiveAlerts', source.token, { ...id('src_none'), body: NOTIFICATION }).status).toBe(401)
    expect(list()).toEqual([])
  })

  test('ONC-18: revoked is revoked for good, and at once', () => {
    const { deliver, call, source, id, list } = makeSource()
    expect(call('revokeAlertSource', 'admin', id(source.id)).status).toBe(204)
    expect(deliver().status).toBe(401)
    expect(list()).toEqual([])
    expect(call('listAlertSources', 'member').body.sources).toEqual([])
    expect(call('revokeAlertSource', 'admin', id(source.id)).status).toBe(404)
  })

  test('revoked may stay listed and be revoked again', () => {
    const gaps = { 'oncall.revoked-source-listed': 'list', 'general.repeat-delete': 'accept' } as const
    const { call, source, id } = makeSource({ gaps })
    call('revokeAlertSource', 'admin', id(source.id))
    expect(call('listAlertSources', 'member').body.sources).toHaveLength(1)
    expect(call('revokeAlertSource', 'admin', id(source.id)).status).toBe(204)
  })

  test('may want a whole payload of version 4', () => {
    const bare = { alerts: NOTIFICATION.alerts }
    expect(makeSource().deliver(undefined, bare).status).toBe(202)
    const { deliver } = makeSource({ gaps: { 'oncall.webhook-payload': 'version-4' } })
    expect([deliver().status, deliver(undefined, bare).status]).toEqual([202, 400])
    expect(deliver(undefined, {}).status).toBe(400)
  })

  test.each([
    'version',
    'groupKey',
    'truncatedAlerts',
    'status',
    'receiver',
    'groupLabels',
    'commonLabels',
    'commonAnnotations',
    'externalURL',
  ] as const)('of version 4 has %s', (field) => {
    const { [field]: _, ...rest } = NOTIFICATION
    expect(makeSource({ gaps: { 'oncall.webhook-payload': 'version-4' } }).deliver(undefined, rest).status).toBe(400)
    expect(makeSource().deliver(undefined, rest).status).toBe(202)
  })

  test.each(['annotations', 'startsAt', 'endsAt', 'generatorURL', 'fingerprint'] as const)(
    'of version 4 has %s in each alert',
    (field) => {
      const [{ [field]: _, ...rest }] = NOTIFICATION.alerts
      const one = { ...NOTIFICATION, alerts: [...NOTIFICATION.alerts, rest] }
      expect(makeSource({ gaps: { 'oncall.webhook-payload': 'version-4' } }).deliver(undefined, one)).toMatchObject({
        status: 400,
        body: { error: `a payload of version 4 has ${field}` },
      })
      expect(makeSource().deliver(undefined, one).status).toBe(202)
    },
  )

  test.each([
    ['summary', 'Payments fail'],
    ['alertname', 'PaymentErrors'],
    ['group-key', '{}:{alertname="PaymentErrors"}'],
  ] as const)('names an incident by the %s', (gap, title) => {
    const { deliver, list } = makeSource({ gaps: { 'oncall.alert-incident-title': gap } })
    deliver()
    expect(list()[0].title).toBe(title)
  })

  test('moves lastEventAt by the deliveries that count', () => {
    const last = (gap: 'any-delivery' | 'firing-only' | 'none') => {
      const { deliver, call } = makeSource({ gaps: { 'oncall.last-event-counts': gap } })
      deliver(undefined, { alerts: [] })
      return call('listAlertSources', 'member').body.sources[0].lastEventAt
    }
    expect([last('any-delivery'), last('firing-only'), last('none')]).toEqual(['2026-03-05T09:00:00Z', '', ''])
  })

  test('may answer its creation with lastEventAt', () => {
    expect(makeSource({ gaps: { 'oncall.created-source-last-event': 'include' } }).source.lastEventAt).toBe('')
  })

  test('brings outside events too, until it is revoked', () => {
    const { happen, source, call, id } = makeSource()
    expect(happen('alertFires', { sourceId: source.id, alert: 'A' }).opened).toBe(true)
    call('revokeAlertSource', 'admin', id(source.id))
    expect(() => happen('alertFires', { sourceId: source.id, alert: 'B' })).toThrow(ImpossibleEvent)
  })
})

describe('a broken rule changes the answer', () => {
  const story = (broken: string) => {
    const { deliver, source, fire, stop, call, id, list } = makeSource({ model: mistaken([broken]) })
    const { incidentId } = fire('A')
    fire('B')
    stop('B')
    call('acknowledgeIncident', 'admin', id(incidentId))
    const attached = fire('C')
    const firing = list()
    call('resolveIncident', 'admin', id(incidentId))
    const next = fire('D')
    const sources = call('listAlertSources', 'member').body
    call('revokeAlertSource', 'admin', id(source.id))
    return { attached: attached.opened, firing, next: next.opened, sources, delivered: deliver().status }
  }
  const whole = story('none')
  test.each([
    'oncall.alert-opens-new-incident',
    'oncall.alerts-attach-while-acknowledged',
    'oncall.firing-alerts-counted',
    'oncall.source-token-once',
    'oncall.revoked-source-refused',
  ])('%s', (rule) => {
    expect(story(rule)).not.toEqual(whole)
  })
})
