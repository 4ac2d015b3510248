import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import { makeOncall } from './world.ts'

const mistaken = await mistakenModel()

describe('a manual incident', () => {
  test('ONC-01: starts as open, with an opening time and no other', () => {
    const { call, serviceId } = makeOncall()
    const { status, body } = call('openIncident', 'member', { body: { serviceId, title: 'Payments fail' } })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      serviceId,
      serviceName: 'Checkout',
      title: 'Payments fail',
      status: 'open',
      openedAt: '2026-03-05T09:00:00Z',
      firingAlerts: 0,
    })
  })

  test('ONC-01: needs a service and a title', () => {
    const { call, serviceId } = makeOncall()
    expect(call('openIncident', 'member', { body: { serviceId } }).status).toBe(400)
    expect(call('openIncident', 'member', { body: { title: 'x' } }).status).toBe(400)
    expect(call('openIncident', 'member', { body: { serviceId, title: '' } }).status).toBe(400)
    expect(call('openIncident', 'member', { body: { serviceId: 'svc_none', title: 'x' } }).status).toBe(404)
  })

  test('may be on an unknown service, or have an empty title, where the gaps say so', () => {
    const gaps = { 'oncall.unknown-service': 'accept', 'general.empty-strings': 'accept' } as const
    const { call } = makeOncall({ gaps })
    const { body } = call('openIncident', 'member', { body: { serviceId: 'svc_none', title: '' } })
    expect([body.serviceId, body.serviceName, body.title]).toEqual(['svc_none', '', ''])
  })

  test('ONC-01: without alerts never resolves by itself', () => {
    const { open, advance, list } = makeOncall()
    open()
    advance(365 * 86400)
    expect(list()).toHaveLength(1)
    const broken = makeOncall({ model: mistaken(['oncall.manual-stays-open']) })
    broken.open()
    broken.advance(60)
    expect(broken.list()).toEqual([])
  })

  test.each(['detail', 'timeline', 'incident', 'nowhere'] as const)('shows its description: %s', (place) => {
    const { call, serviceId, read } = makeOncall({ gaps: { 'oncall.description-place': place } })
    const body = { serviceId, title: 'Payments fail', description: 'Every third.' }
    const opened: { id: string; description?: string } = call('openIncident', 'member', { body }).body
    const detail = read(opened.id)
    expect(opened.description).toBe(place === 'incident' ? 'Every third.' : undefined)
    expect(detail.description).toBe(['detail', 'incident'].includes(place) ? 'Every third.' : undefined)
    expect(detail.timeline[0]?.detail).toBe(place === 'timeline' ? 'Every third.' : undefined)
  })
})

describe('acknowledging', () => {
  test('ONC-02, ONC-20: makes an open incident acknowledged, at a time, by the acting user', () => {
    const { open, call, id, advance, read } = makeOncall()
    const incident = open()
    advance(60)
    const { status, body } = call('acknowledgeIncident', 'admin', id(incident.id))
    expect(status).toBe(200)
    expect(body).toEqual({ ...incident, status: 'acknowledged', acknowledgedAt: '2026-03-05T09:01:00Z' })
    expect(read(incident.id).timeline.at(-1)).toEqual({
      at: '2026-03-05T09:01:00Z',
      kind: 'acknowledged',
      byLabel: 'The admin',
    })
  })

  test('a second time keeps the first, takes its own time, or is refused', () => {
    const second = (gaps: object) => {
      const { open, call, id, advance } = makeOncall({ gaps })
      const incident = open()
      call('acknowledgeIncident', 'admin', id(incident.id))
      advance(60)
      return call('acknowledgeIncident', 'admin', id(incident.id))
    }
    expect(second({}).body.acknowledgedAt).toBe('2026-03-05T09:00:00Z')
    expect(second({ 'oncall.repeat-time': 'renew' }).body.acknowledgedAt).toBe('2026-03-05T09:01:00Z')
    expect(second({ 'oncall.repeat-acknowledge': 'refuse' }).status).toBe(409)
  })

  test('ONC-20: the user shows in the detail where the gap says so', () => {
    const { open, call, id, read } = makeOncall({ gaps: { 'oncall.acknowledged-by-place': 'detail' } })
    const incident = open()
    call('acknowledgeIncident', 'admin', id(incident.id))
    expect(read(incident.id).acknowledgedBy).toEqual({ userId: 'usr_admin', label: 'The admin' })
  })
})

describe('resolving', () => {
  test.each([[[]], [['acknowledgeIncident']]] as const)('ONC-03: ends an incident, after %j', (before) => {
    const { open, call, id, advance } = makeOncall()
    const incident = open()
    for (const operation of before) call(operation, 'admin', id(incident.id))
    advance(60)
    const { body } = call('resolveIncident', 'admin', id(incident.id))
    expect([body.status, body.resolvedAt]).toEqual(['resolved', '2026-03-05T09:01:00Z'])
  })

  test('ONC-03: is final', () => {
    const { open, call, id, list } = makeOncall()
    const incident = open()
    const resolved = call('resolveIncident', 'admin', id(incident.id)).body
    expect(call('acknowledgeIncident', 'admin', id(incident.id)).status).toBe(409)
    expect(call('resolveIncident', 'admin', id(incident.id)).body).toEqual(resolved)
    expect(list('resolved')).toEqual([resolved])
  })

  test('acknowledging a resolved incident may be a success that changes nothing', () => {
    const { open, call, id } = makeOncall({ gaps: { 'oncall.acknowledge-resolved': 'ignore' } })
    const incident = open()
    const resolved = call('resolveIncident', 'admin', id(incident.id)).body
    expect(call('acknowledgeIncident', 'admin', id(incident.id)).body).toEqual(resolved)
  })

  test('a second time may be refused, and may mark an acknowledgement', () => {
    const gaps = { 'oncall.repeat-resolve': 'refuse', 'oncall.resolve-sets-acknowledged': 'set' } as const
    const { open, call, id } = makeOncall({ gaps })
    const incident = open()
    const resolved = call('resolveIncident', 'admin', id(incident.id))
    expect(resolved.body.acknowledgedAt).toBe('2026-03-05T09:00:00Z')
    expect(call('resolveIncident', 'admin', id(incident.id)).status).toBe(409)
  })
})

describe('the incident list', () => {
  test('ONC-06: is newest first, holds the working set, and what is filtered for', () => {
    const { open, call, id, list } = makeOncall()
    const [first, second, third] = [open('a'), open('b'), open('c')]
    call('acknowledgeIncident', 'admin', id(first.id))
    call('resolveIncident', 'admin', id(second.id))
    const ids = (status?: string) => list(status).map((incident: { id: string }) => incident.id)
    expect(ids()).toEqual([third.id, first.id])
    expect(ids('open')).toEqual([third.id])
    expect(ids('acknowledged')).toEqual([first.id])
    expect(ids('resolved')).toEqual([second.id])
  })

  test('ONC-06, LIM-01: holds at most 100', () => {
    const { open, list } = makeOncall()
    for (let count = 0; count < 101; count++) open(`incident ${count}`)
    expect(list()).toHaveLength(100)
    expect(list('open')).toHaveLength(100)
    expect(list()[0].title).toBe('incident 100')
  })

  test.each([
    ['refuse', 400, undefined],
    ['empty', 200, 0],
    ['ignore', 200, 1],
  ] as const)('answers an unknown filter: %s', (gap, status, count) => {
    const { open, call } = makeOncall({ gaps: { 'oncall.unknown-status-filter': gap } })
    open()
    const answer = call('listIncidents', 'member', { query: { status: 'constructor' } })
    expect([answer.status, answer.body.incidents?.length]).toEqual([status, count])
  })

  test('ONC-06: filters by the values of the gap', () => {
    const { open, list } = makeOncall({ gaps: { 'oncall.status-filter-values': { triggered: 'open' } } })
    open()
    expect(list('triggered')).toHaveLength(1)
  })
})

describe('one incident', () => {
  test('ONC-08: comes with its alerts and its timeline', () => {
    const { fire, read } = makeOncall()
    const { incidentId } = fire('HighLatency', { labels: { severity: 'critical' } })
    expect(read(incidentId)).toMatchObject({
      firingAlerts: 1,
      alerts: [{ fingerprint: 'HighLatency', status: 'firing', labels: { severity: 'critical' } }],
      timeline: [{ kind: 'opened' }, { kind: 'alertAttached', detail: 'HighLatency' }],
    })
  })

  test('may have its own fields inside another', () => {
    const { open, read } = makeOncall({ gaps: { 'oncall.detail-shape': 'nested' } })
    const incident = open()
    expect(read(incident.id).incident).toEqual(incident)
  })

  test('GEN-04, GEN-05: is nothing to strangers and nobody', () => {
    const { open, call, id } = makeOncall()
    const incident = open()
    expect(call('getIncident', 'outsider', id(incident.id)).status).toBe(404)
    expect(call('resolveIncident', 'outsider', id(incident.id)).status).toBe(404)
    expect(call('listIncidents', 'outsider').body).toEqual({ incidents: [] })
    expect(call('getIncident', undefined, id(incident.id)).status).toBe(401)
  })
})

describe('a broken rule changes the answer', () => {
  const story = (broken: string) => {
    const { open, call, id, list, read } = makeOncall({ model: mistaken([broken]) })
    const [first, second] = [open('a'), open('b')]
    return {
      opened: first,
      acknowledged: call('acknowledgeIncident', 'admin', id(first.id)).body,
      resolved: call('resolveIncident', 'admin', id(second.id)).body,
      again: call('acknowledgeIncident', 'admin', id(second.id)).body,
      list: list(),
      filtered: list('open'),
      detail: read(first.id),
    }
  }
  const whole = story('none')
  test.each([
    'oncall.opens-as-open',
    'oncall.opens-unmarked',
    'oncall.acknowledge-moves',
    'oncall.acknowledge-is-timed',
    'oncall.acknowledge-is-marked',
    'oncall.resolve-moves',
    'oncall.resolve-is-timed',
    'oncall.resolved-is-final',
    'oncall.incidents-working-set',
    'oncall.incidents-filtered',
    'oncall.incident-detail-whole',
  ])('%s', (rule) => {
    expect(story(rule)).not.toEqual(whole)
  })

  test('oncall.incidents-newest-first', () => {
    const { open, list } = makeOncall({ model: mistaken(['oncall.incidents-newest-first']) })
    open('a')
    open('b')
    expect(list()[0].title).toBe('a')
  })

  test('oncall.incidents-capped', () => {
    const { open, list } = makeOncall({ model: mistaken(['oncall.incidents-capped']) })
    for (let count = 0; count < 101; count++) open()
    expect(list()).toHaveLength(101)
  })
})
