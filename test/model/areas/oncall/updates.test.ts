import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import type { Options } from '../../support.ts'
import { makeOncall } from './world.ts'

const mistaken = await mistakenModel()

function makePublic(options: Options = {}) {
  const oncall = makeOncall(options)
  const { call, id, serviceId, happen } = oncall
  return {
    ...oncall,
    publish: (incident: string, body: object = { body: 'We are on it.' }) =>
      call('publishUpdate', 'admin', { ...id(incident), body }),
    retract: (incident: string, uid: string) =>
      call('retractUpdate', 'admin', { parameters: { id: incident, uid } }).status,
    page: () => call('getStatusPage', undefined, { parameters: { serviceId } }).body.incidents,
    viewed: () => happen('statusPageViewed', {}).incidents,
  }
}

describe('public updates', () => {
  test('ONC-07: carry the author of the session, whatever the body says', () => {
    const { open, publish } = makePublic()
    const { status, body } = publish(open().id, { body: 'We are on it.', byLabel: 'Somebody else' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      at: '2026-03-05T09:00:00Z',
      body: 'We are on it.',
      byLabel: 'The admin',
    })
  })

  test.each([
    ['name', 'The admin'],
    ['email', 'admin@acme.example'],
    ['user-id', 'usr_admin'],
  ] as const)('name their author by %s', (gap, label) => {
    const { open, publish } = makePublic({ gaps: { 'oncall.author-label': gap } })
    expect(publish(open().id).body.byLabel).toBe(label)
  })

  test('ONC-07: the first makes the incident visible, the retraction of the last hides it', () => {
    const { open, publish, retract, page, viewed } = makePublic()
    const incident = open()
    expect(page()).toEqual([])
    const first = publish(incident.id).body
    const second = publish(incident.id, { body: 'Found it.' }).body
    const { id, title, status, openedAt } = incident
    expect(page()).toEqual([{ id, title, status, openedAt, updates: [second, first] }])
    expect(viewed()).toEqual([{ id, title, status, serviceName: 'Checkout', updates: [second, first] }])
    expect(retract(id, first.id)).toBe(204)
    expect(page()[0].updates).toEqual([second])
    expect(retract(id, second.id)).toBe(204)
    expect([page(), viewed()]).toEqual([[], []])
    expect(retract(id, second.id)).toBe(404)
  })

  test('ONC-07: work when the incident is resolved', () => {
    const { open, publish, call, id, page, list } = makePublic()
    const incident = open()
    call('resolveIncident', 'admin', id(incident.id))
    expect(publish(incident.id).status).toBe(201)
    expect(page()).toMatchObject([{ status: 'resolved', resolvedAt: '2026-03-05T09:00:00Z' }])
    expect(list('resolved')).toHaveLength(1)
  })

  test('ONC-07: belong to their incident', () => {
    const { open, publish, retract } = makePublic()
    const [one, other] = [open(), open()]
    expect(retract(other.id, publish(one.id).body.id)).toBe(404)
  })

  test('ONC-07: show nothing of the internal timeline', () => {
    const { open, publish, page } = makePublic()
    publish(open().id)
    expect(JSON.stringify(page())).not.toContain('opened"')
  })

  test('leave the page some days after resolution, where the gap says so', () => {
    const { open, publish, call, id, page, advance } = makePublic({ gaps: { 'oncall.status-page-days': 7 } })
    const incident = open()
    publish(incident.id)
    advance(8 * 86400)
    expect(page()).toHaveLength(1)
    call('resolveIncident', 'admin', id(incident.id))
    advance(7 * 86400 - 1)
    expect(page()).toHaveLength(1)
    advance(1)
    expect(page()).toEqual([])
  })

  test('the page of an unknown service is unknown', () => {
    const { call } = makePublic()
    expect(call('getStatusPage', undefined, { parameters: { serviceId: 'svc_none' } }).status).toBe(404)
  })
})

describe('a broken rule changes the answer', () => {
  const story = (broken: string) => {
    const { open, publish, retract, page, call, id } = makePublic({ model: mistaken([broken]) })
    const [one, two] = [open(), open()]
    const first = publish(one.id, { body: 'We are on it.', byLabel: 'Somebody else' }).body
    const shown = page()
    retract(one.id, first.id)
    const retracted = page()
    call('resolveIncident', 'admin', id(two.id))
    publish(two.id)
    return { shown, retracted, after: page() }
  }
  const whole = story('none')
  test.each([
    'oncall.update-of-resolved-incident',
    'oncall.first-update-shows',
    'oncall.last-retraction-hides',
    'oncall.retraction-deletes',
    'oncall.author-from-session',
    'oncall.timeline-private',
  ])('%s', (rule) => {
    expect(story(rule)).not.toEqual(whole)
  })
})
