import { describe, expect, test } from 'vitest'
import { mistakenModel } from '../../../../bench/mistakes/mistaken.ts'
import type { Options } from '../../support.ts'
import { makeOncall, person, ROTATION, step } from './world.ts'

const mistaken = await mistakenModel()

const weekly = (dow?: number) => ({ interval: 'weekly', time: '09:00', ...(dow !== undefined && { dow }) })

describe('a schedule', () => {
  test('ONC-09: is created with its rotation and listed', () => {
    const { schedule, call } = makeOncall()
    const { status, body } = schedule()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      ...ROTATION,
      onCallNow: { ...person('owner'), until: '2026-03-06T08:00:00Z', override: false },
      overrides: [],
      createdAt: '2026-03-05T09:00:00Z',
    })
    expect(call('listSchedules', 'member').body).toEqual({ schedules: [body] })
    expect(call('listSchedules', 'outsider').body).toEqual({ schedules: [] })
  })

  test('ONC-09: changes what is named and leaves the rest', () => {
    const { schedule, call, id } = makeOncall()
    const before = schedule().body
    const renamed = call('updateSchedule', 'admin', { ...id(before.id), body: { name: 'Night' } })
    expect(renamed.body).toEqual({ ...before, name: 'Night' })
    expect(call('updateSchedule', 'admin', { ...id(before.id), body: {} }).status).toBe(200)
    const half = { handoff: { interval: 'daily' } }
    expect(call('updateSchedule', 'admin', { ...id(before.id), body: half }).status).toBe(400)
  })

  test('ONC-09: reordering its participants shifts the rotation', () => {
    const { schedule, call, id } = makeOncall()
    const { id: scheduleId, onCallNow } = schedule().body
    const participants = ROTATION.participants.toReversed()
    const { body } = call('updateSchedule', 'admin', { ...id(scheduleId), body: { participants } })
    expect([onCallNow?.userId, body.onCallNow?.userId]).toEqual(['usr_owner', 'usr_admin'])
  })

  test('ONC-09: is deleted, but not while an escalation step targets it', () => {
    const { schedule, policy, call, id } = makeOncall()
    const { id: scheduleId } = schedule().body
    const { id: policyId } = policy([step('schedule', scheduleId, 60)])
    expect(call('deleteSchedule', 'admin', id(scheduleId)).status).toBe(409)
    expect(call('listSchedules', 'member').body.schedules).toHaveLength(1)
    call('deleteEscalationPolicy', 'admin', id(policyId))
    expect(call('deleteSchedule', 'admin', id(scheduleId)).status).toBe(204)
    expect(call('deleteSchedule', 'admin', id(scheduleId)).status).toBe(404)
  })

  test.each([
    [{ participants: [] }, 'oncall.empty-participants', 'accept'],
    [{ participants: [person('owner'), person('owner')] }, 'oncall.duplicate-participants', 'accept'],
    [{ participants: [person('outsider')] }, 'oncall.unknown-users', 'accept'],
    [{ timezone: 'Mars/Olympus' }, 'oncall.timezone-forms', 'any'],
    [{ timezone: '+02:00' }, 'oncall.timezone-forms', 'iana-and-offset'],
    [{ handoff: { interval: 'daily', time: '9 o’clock' } }, 'oncall.handoff-time-format', 'any'],
    [{ handoff: { interval: 'daily', time: '24:00' } }, 'oncall.handoff-time-format', 'any'],
    [{ handoff: { interval: 'daily', time: '09:00:30' } }, 'oncall.handoff-time-format', 'either'],
    [{ handoff: weekly(7) }, 'oncall.dow-out-of-range', 'wrap'],
    [{ handoff: weekly(-1) }, 'oncall.dow-out-of-range', 'wrap'],
    [{ handoff: weekly() }, 'oncall.weekly-without-dow', 'sunday'],
    [{ handoff: { ...ROTATION.handoff, dow: 1 } }, 'oncall.daily-with-dow', 'keep'],
    [{ name: '' }, 'general.empty-strings', 'accept'],
  ] as const)('%j is refused or taken, as %s says', (given, gap, taken) => {
    const refusing = { 'oncall.duplicate-participants': 'refuse', 'oncall.weekly-without-dow': 'refuse' } as const
    const strict = { ...refusing, 'oncall.daily-with-dow': 'refuse' } as const
    expect(makeOncall({ gaps: strict }).schedule(given).status).toBeGreaterThanOrEqual(400)
    const { status, body } = makeOncall({ gaps: { ...strict, [gap]: taken } }).schedule(given)
    expect([status, body.name === undefined]).toEqual([201, false])
  })

  test('an empty change may be refused, and so may a taken name', () => {
    const gaps = { 'general.empty-patch': 'refuse', 'general.name-uniqueness': 'unique' } as const
    const { schedule, call, id } = makeOncall({ gaps })
    const before = schedule().body
    expect(call('updateSchedule', 'admin', { ...id(before.id), body: {} }).status).toBe(400)
    expect(schedule().status).toBe(409)
    expect(call('updateSchedule', 'admin', { ...id(before.id), body: { name: before.name } }).status).toBe(200)
  })
})

describe('the day of a weekly handoff', () => {
  const shown = (gaps: object, handoff: object = weekly()) =>
    makeOncall({ gaps }).schedule({ handoff }).body.handoff.dow

  test('is filled in, shown or not', () => {
    expect(shown({})).toBe(1)
    expect(shown({ 'oncall.weekly-without-dow': 'sunday' })).toBe(0)
    expect(shown({ 'oncall.weekly-without-dow': 'day-of-creation' })).toBe(4)
    expect(shown({ 'oncall.dow-numbering': 'sunday-1' })).toBe(2)
    expect(shown({ 'oncall.weekly-without-dow-shown': 'omit' })).toBeUndefined()
    expect(shown({ 'oncall.daily-with-dow': 'drop' }, { ...ROTATION.handoff, dow: 3 })).toBeUndefined()
  })

  test('is kept or filled in when a change leaves it out', () => {
    const changed = (gap: 'keep' | 'reset') => {
      const { schedule, call, id } = makeOncall({ gaps: { 'oncall.handoff-update-without-dow': gap } })
      const { id: scheduleId } = schedule({ handoff: weekly(3) }).body
      return call('updateSchedule', 'admin', { ...id(scheduleId), body: { handoff: weekly() } }).body.handoff.dow
    }
    expect([changed('keep'), changed('reset')]).toEqual([3, 1])
  })

  test.each([
    ['sunday-0', 3],
    ['monday-0', 2],
    ['sunday-1', 4],
    ['monday-1', 3],
  ] as const)('counted %s: %i is a Wednesday', (gap, dow) => {
    const { schedule } = makeOncall({ gaps: { 'oncall.dow-numbering': gap } })
    expect(schedule({ handoff: weekly(dow) }).body.onCallNow?.until).toBe('2026-03-11T08:00:00Z')
  })
})

describe('who is on call', () => {
  test('ONC-10: is worked out when it is read, by the time of the schedule’s zone', () => {
    const { schedule, onCall, advanceTo } = makeOncall()
    schedule()
    advanceTo('2026-03-06T07:59:59Z')
    expect(onCall()?.userId).toBe('usr_owner')
    advanceTo('2026-03-06T08:00:00Z')
    expect(onCall()).toEqual({ ...person('admin'), until: '2026-03-07T08:00:00Z', override: false })
    advanceTo('2026-03-07T08:00:00Z')
    expect(onCall()?.userId).toBe('usr_owner')
  })

  test('ONC-10: hands over by the clock on the wall when clocks go forward and back', () => {
    const { schedule, onCall, advanceTo } = makeOncall({ now: '2026-03-28T12:00:00Z' })
    schedule()
    expect(onCall()?.until).toBe('2026-03-29T07:00:00Z')
    advanceTo('2026-03-29T07:00:00Z')
    expect(onCall()).toEqual({ ...person('admin'), until: '2026-03-30T07:00:00Z', override: false })
    advanceTo('2026-10-24T12:00:00Z')
    expect(onCall()?.until).toBe('2026-10-25T08:00:00Z')
  })

  test.each([
    ['compatible', '2026-03-29T01:30:00Z', '2026-10-25T00:30:00Z'],
    ['earlier', '2026-03-29T00:30:00Z', '2026-10-25T00:30:00Z'],
    ['later', '2026-03-29T01:30:00Z', '2026-10-25T01:30:00Z'],
  ] as const)('reads a handoff that clocks skip or show twice: %s', (gap, spring, autumn) => {
    const until = (now: string) =>
      makeOncall({ now, gaps: { 'oncall.handoff-at-clock-change': gap } }).schedule({
        handoff: { interval: 'daily', time: '02:30' },
      }).body.onCallNow?.until
    expect([until('2026-03-28T12:00:00Z'), until('2026-10-24T12:00:00Z')]).toEqual([spring, autumn])
  })

  test('counts shifts from creation or from 1970, a part of one as a shift or not', () => {
    const turns = (gaps: object) => {
      const { schedule, onCall, advance } = makeOncall({ gaps })
      schedule()
      return [0, 1, 2].map((days) => {
        if (days > 0) advance(86400)
        return onCall()?.userId.slice(4)
      })
    }
    expect(turns({})).toEqual(['owner', 'admin', 'owner'])
    expect(turns({ 'oncall.first-shift': 'joins-next' })).toEqual(['owner', 'owner', 'admin'])
    expect(turns({ 'oncall.rotation-start': 'unix-epoch' })).toEqual(['admin', 'owner', 'admin'])
  })

  test('goes on counting after a change, or starts anew', () => {
    const changed = (gap: 'keep-count' | 'restart') => {
      const { schedule, call, id, advance } = makeOncall({ gaps: { 'oncall.rotation-after-change': gap } })
      const { id: scheduleId } = schedule().body
      advance(86400)
      return call('updateSchedule', 'admin', { ...id(scheduleId), body: { timezone: 'Europe/Berlin' } }).body.onCallNow
    }
    expect(changed('keep-count')?.userId).toBe('usr_admin')
    expect(changed('restart')?.userId).toBe('usr_owner')
  })

  test('may not be shown at all', () => {
    expect(makeOncall({ gaps: { 'oncall.on-call-now-shown': 'never' } }).schedule().body.onCallNow).toBeUndefined()
    const gaps = { 'oncall.empty-participants': 'accept' } as const
    expect(makeOncall({ gaps }).schedule({ participants: [] }).body.onCallNow).toBeUndefined()
  })
})

function makeOverridden(gaps: object = {}, options: Options = {}) {
  const oncall = makeOncall({ gaps, ...options })
  const { schedule, call, id } = oncall
  const scheduleId: string = schedule().body.id
  const add = (startsAt: string, endsAt: string, name = 'member') =>
    call('addOverride', 'admin', { ...id(scheduleId), body: { ...person(name), startsAt, endsAt } })
  const remove = (oid: string, of = scheduleId) =>
    call('removeOverride', 'admin', { parameters: { id: of, oid } }).status
  const listed = () => call('listSchedules', 'member').body.schedules[0].overrides
  return { ...oncall, scheduleId, add, remove, listed }
}

describe('an override', () => {
  test('ONC-11: is listed on its schedule until it is removed', () => {
    const { add, remove, listed } = makeOverridden()
    const { status, body } = add('2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      ...person('member'),
      startsAt: '2026-03-05T10:00:00Z',
      endsAt: '2026-03-05T12:00:00Z',
    })
    expect(listed()).toEqual([body])
    expect([remove(body.id), listed(), remove(body.id)]).toEqual([204, [], 404])
  })

  test('ONC-10: wins while it is active; before and after, the rotation holds', () => {
    const { add, onCall, advanceTo } = makeOverridden()
    add('2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z')
    const shift = { ...person('owner'), until: '2026-03-06T08:00:00Z', override: false }
    expect(onCall()).toEqual(shift)
    advanceTo('2026-03-05T10:00:00Z')
    expect(onCall()).toEqual({ ...person('member'), until: '2026-03-05T12:00:00Z', override: true })
    advanceTo('2026-03-05T12:00:00Z')
    expect(onCall()).toEqual(shift)
  })

  test('until may name the next change of person', () => {
    const { add, onCall, advanceTo } = makeOverridden({ 'oncall.until': 'next-change' })
    add('2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z')
    add('2026-03-05T11:00:00Z', '2026-03-05T11:30:00Z', 'admin')
    expect(onCall()?.until).toBe('2026-03-05T10:00:00Z')
    advanceTo('2026-03-05T10:00:00Z')
    expect(onCall()?.until).toBe('2026-03-05T11:00:00Z')
  })

  test.each([
    ['last-added-wins', 'admin'],
    ['first-added-wins', 'member'],
    ['latest-start-wins', 'member'],
  ] as const)('overlapping another: %s', (gap, name) => {
    const { add, onCall, advanceTo } = makeOverridden({ 'oncall.override-overlap': gap })
    add('2026-03-05T11:00:00Z', '2026-03-05T13:00:00Z')
    add('2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z', 'admin')
    advanceTo('2026-03-05T11:30:00Z')
    expect(onCall()?.userId).toBe(`usr_${name}`)
  })

  test('overlapping another may be refused; touching it is no overlap', () => {
    const { add } = makeOverridden({ 'oncall.override-overlap': 'refuse' })
    add('2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z')
    expect(add('2026-03-05T11:00:00Z', '2026-03-05T13:00:00Z').status).toBe(409)
    expect(add('2026-03-05T12:00:00Z', '2026-03-05T13:00:00Z').status).toBe(201)
  })

  test.each([
    ['2026-03-05T12:00:00Z', '2026-03-05T10:00:00Z', 'member', 'oncall.override-reversed', 'refuse', 'accept'],
    ['2026-03-05T12:00:00Z', '2026-03-05T12:00:00Z', 'member', 'oncall.override-reversed', 'refuse', 'accept'],
    ['2026-03-01T10:00:00Z', '2026-03-01T12:00:00Z', 'member', 'oncall.override-in-past', 'refuse', 'accept'],
    ['2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z', 'outsider', 'oncall.unknown-users', 'refuse', 'accept'],
    ['soon', 'later', 'member', 'oncall.override-time-forms', 'iso-with-offset', 'any'],
    ['2026-03-05T10:00', '2026-03-05T12:00', 'member', 'oncall.override-time-forms', 'iso-with-offset', 'iso-in-utc'],
  ] as const)('from %s to %s by %s is refused or taken, as %s says', (from, to, name, gap, refuse, accept) => {
    expect(makeOverridden({ [gap]: refuse }).add(from, to, name).status).toBeGreaterThanOrEqual(400)
    expect(makeOverridden({ [gap]: accept }).add(from, to, name).status).toBe(201)
  })

  test('without an offset is read in the zone of the schedule, or as UTC', () => {
    const until = (gap: string) => {
      const { add, onCall } = makeOverridden({ 'oncall.override-time-forms': gap })
      add('2026-03-05T08:00', '2026-03-05T12:00')
      return onCall()?.until
    }
    expect(until('iso-in-schedule-zone')).toBe('2026-03-05T11:00:00Z')
    expect(until('iso-in-utc')).toBe('2026-03-05T12:00:00Z')
  })

  test('that cannot be read is never active', () => {
    const { add, onCall } = makeOverridden({ 'oncall.override-time-forms': 'any' })
    add('soon', 'later')
    expect(onCall()?.override).toBe(false)
  })

  test('comes back as given or in the usual form; over, it may be left out', () => {
    const times = (gaps: object) => {
      const { add, listed, advance } = makeOverridden(gaps)
      const { body } = add('2026-03-05T11:00:00+01:00', '2026-03-05T13:00:00+01:00')
      advance(86400)
      return [body.startsAt, listed().length]
    }
    expect(times({})).toEqual(['2026-03-05T11:00:00+01:00', 1])
    const gaps = { 'oncall.override-time-echo': 'normalised', 'oncall.past-overrides': 'omit' }
    expect(times(gaps)).toEqual(['2026-03-05T10:00:00Z', 0])
  })

  test('is unknown on another schedule', () => {
    const { add, remove, schedule } = makeOverridden()
    const { body } = add('2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z')
    expect(remove(body.id, schedule().body.id)).toBe(404)
  })
})

describe('a broken rule changes the answer', () => {
  const story = (broken: string) => {
    const { add, call, advanceTo, schedule } = makeOverridden({}, { model: mistaken([broken]) })
    schedule({ timezone: 'Asia/Tokyo', participants: [person('owner'), person('admin')] })
    const list = () => call('listSchedules', 'member').body.schedules
    add('2026-03-05T10:00:00Z', '2026-03-05T12:00:00Z')
    const [{ id: renamed }] = list()
    call('updateSchedule', 'admin', { parameters: { id: renamed }, body: { name: 'renamed' } })
    return ['2026-03-05T11:00:00Z', '2026-03-05T13:00:00Z', '2026-03-07T13:00:00Z'].map((at) => {
      advanceTo(at)
      return list()
    })
  }
  const whole = story('none')
  test.each([
    'oncall.participant-order',
    'oncall.schedule-patch-only-named',
    'oncall.on-call-at-read',
    'oncall.rotation-in-zone',
    'oncall.override-wins',
    'oncall.override-flagged',
    'oncall.override-bounded',
    'oncall.override-listed',
  ])('%s', (rule) => {
    expect(story(rule)).not.toEqual(whole)
  })

  test('oncall.schedule-targeted', () => {
    const { schedule, policy, call, id } = makeOncall({ model: mistaken(['oncall.schedule-targeted']) })
    const { id: scheduleId } = schedule().body
    policy([step('schedule', scheduleId, 60)])
    expect(call('deleteSchedule', 'admin', id(scheduleId)).status).toBe(204)
  })
})
