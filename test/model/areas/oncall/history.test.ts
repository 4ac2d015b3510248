import { describe, expect, test } from 'vitest'
import { makeOncall } from './world.ts'

const SEVEN = '2026-03-05T07:00:00Z'
const EIGHT = '2026-03-05T08:00:00Z'

function makeHistory(options = {}) {
  const oncall = makeOncall(options)
  const { call, happen, serviceId, id } = oncall
  const fire = (alert: string, startsAt?: string) =>
    happen('alertFires', { serviceId, alert, ...(startsAt && { startsAt }) }).incidentId
  const stop = (alert: string, endsAt?: string) =>
    happen('alertResolves', { serviceId, alert, ...(endsAt && { endsAt }) })
  const read = (incident: string) => call('getIncident', 'admin', id(incident)).body as Record<string, unknown>
  const listed = (status?: string) =>
    (call('listIncidents', 'admin', status ? { query: { status } } : {}).body.incidents as { id: string }[]).map(
      ({ id: one }) => one,
    )
  return { ...oncall, fire, stop, read, listed }
}

describe('an alert of the past', () => {
  test('opened its incident then, and ended it when it was over', () => {
    const { fire, stop, read } = makeHistory()
    const incident = fire('A', SEVEN)
    expect(read(incident)).toMatchObject({
      openedAt: SEVEN,
      alerts: [{ startsAt: SEVEN }],
      timeline: [
        { kind: 'opened', at: SEVEN },
        { kind: 'alertAttached', at: SEVEN },
      ],
    })
    stop('A', EIGHT)
    expect(read(incident)).toMatchObject({ status: 'resolved', resolvedAt: EIGHT, alerts: [{ endsAt: EIGHT }] })
  })

  test('puts its incident where it belongs in the list: newest first', () => {
    const { fire, listed, call, id } = makeHistory({ gaps: { 'oncall.repeated-alert': 'another' } })
    const now = fire('A')
    call('resolveIncident', 'admin', id(now))
    const eight = fire('B', EIGHT)
    call('resolveIncident', 'admin', id(eight))
    const seven = fire('C', SEVEN)
    call('resolveIncident', 'admin', id(seven))
    expect(listed('resolved')).toEqual([now, eight, seven])
  })

  test('attaches to what is open now, where the timeline is', () => {
    const { fire, read } = makeHistory()
    const incident = fire('A', EIGHT)
    expect(fire('B', SEVEN)).toBe(incident)
    const { openedAt, alerts, timeline } = read(incident) as Record<string, { at: string; startsAt: string }[]>
    expect(openedAt).toBe(EIGHT)
    expect(alerts?.map(({ startsAt }) => startsAt)).toEqual([EIGHT, SEVEN])
    expect(timeline?.map(({ at }) => at)).toEqual([EIGHT, EIGHT, EIGHT])
  })

  test('does not resolve its incident before somebody took it on', () => {
    const { fire, stop, read, call, id } = makeHistory()
    const incident = fire('A', SEVEN)
    call('acknowledgeIncident', 'admin', id(incident))
    stop('A', EIGHT)
    expect(read(incident)).toMatchObject({ acknowledgedAt: '2026-03-05T09:00:00Z', resolvedAt: '2026-03-05T09:00:00Z' })
  })

  test('paged then, step by step', () => {
    const { fire, call, serviceId, id, pages } = makeHistory()
    const step = (actor: string, waitSeconds: number) => ({
      target: { kind: 'user', id: `usr_${actor}`, label: actor },
      waitSeconds,
    })
    const body = { name: 'Nights', repeat: 0, steps: [step('owner', 600), step('admin', 600)] }
    const policy = call('createEscalationPolicy', 'admin', { body }).body.id
    call('setServiceEscalationPolicy', 'admin', { ...id(serviceId), body: { escalationPolicyId: policy } })
    fire('A', SEVEN)
    expect(pages()).toEqual(['07:00:00 usr_owner email', '07:10:00 usr_admin email'])
  })

  test('did not come on a source that was made later', () => {
    const { call, happen, serviceId } = makeHistory()
    const source = call('createAlertSource', 'admin', { body: { name: 'nagios', serviceId } }).body
    expect(() => happen('alertFires', { sourceId: source.id, alert: 'A', startsAt: EIGHT })).toThrow('was before')
  })

  test('that a source delivers opens its incident when it arrives, and began when it says', () => {
    const { call, serviceId, id, listed, read } = makeHistory()
    const source = call('createAlertSource', 'admin', { body: { name: 'nagios', serviceId } }).body
    const alert = { status: 'firing', labels: { alertname: 'A' }, startsAt: '2026-03-05T08:00:00.135Z' }
    call('receiveAlerts', source.token, { ...id(source.id), body: { alerts: [alert] } })
    expect(read(String(listed()[0]))).toMatchObject({ openedAt: '2026-03-05T09:00:00Z', alerts: [{ startsAt: EIGHT }] })
  })
})

describe('times of alerts have the form of the others', () => {
  test.each(['event', 'delivery'] as const)('told by an %s', (way) => {
    const { call, happen, serviceId, id, listed, read } = makeHistory({
      gaps: { 'general.time-strings': 'unix-seconds' },
    })
    const source = call('createAlertSource', 'admin', { body: { name: 'nagios', serviceId } }).body
    const times = { startsAt: '2026-03-05T08:59:59.135Z' }
    const body = { alerts: [{ status: 'firing', labels: { alertname: 'A' }, ...times }] }
    if (way === 'event') happen('alertFires', { serviceId, alert: 'A', ...times })
    else call('receiveAlerts', source.token, { ...id(source.id), body })
    const incident = String(listed()[0])
    expect(read(incident)).toMatchObject({ alerts: [{ startsAt: String(Date.parse('2026-03-05T08:59:59Z') / 1000) }] })
    if (way === 'event') happen('alertResolves', { serviceId, alert: 'A', endsAt: '2026-03-05T09:00:00Z' })
    else return
    expect(read(incident)).toMatchObject({ alerts: [{ endsAt: String(Date.parse('2026-03-05T09:00:00Z') / 1000) }] })
  })
})
