import { refuse } from './errors.mjs'
import { known, readPerson } from './lookup.mjs'
import { turnAt, zoneExists } from './rotation.mjs'
import { ordered, readMoment, when } from './values.mjs'

/** Schedules and their overrides. */
export const scheduleHandlers = {
  listSchedules(ctx) {
    let schedules = ordered(ctx.org.schedules.values(), ctx.choice.scheduleOrder)
    if (ctx.fault('other-org-schedules-listed'))
      schedules = [...ctx.world.orgs.values()].flatMap((org) => [...org.schedules.values()])
    return { schedules: schedules.filter(({ id }) => ctx.sees(id)).map((schedule) => showSchedule(ctx, schedule)) }
  },

  createSchedule(ctx) {
    const { check, world, org, now } = ctx
    const body = check.object(ctx.body, 'schedule', FIELDS)
    const schedule = {
      name: check.text(body.name, 'name'),
      timezone: readZone(ctx, body.timezone),
      participants: readParticipants(ctx, body.participants),
      handoff: readHandoff(ctx, body.handoff),
      id: world.newId(),
      overrides: new Map(),
      createdAt: now,
    }
    org.schedules.set(schedule.id, schedule)
    return showSchedule(ctx, schedule)
  },

  updateSchedule(ctx) {
    const { check } = ctx
    const schedule = findSchedule(ctx)
    const body = check.object(ctx.body, 'schedule', FIELDS)
    const changes = {
      name: check.optional(body, 'name', check.text),
      timezone: check.optional(body, 'timezone', (value) => readZone(ctx, value)),
      participants: check.optional(body, 'participants', (value) => readParticipants(ctx, value)),
      handoff: check.optional(body, 'handoff', (value) => readHandoff(ctx, value)),
    }
    if (ctx.fault('schedule-update-resets-zone')) changes.timezone ??= 'UTC'
    for (const [field, value] of Object.entries(changes)) if (value !== undefined) schedule[field] = value
    return showSchedule(ctx, schedule)
  },

  deleteSchedule(ctx) {
    const schedule = findSchedule(ctx)
    const targeted = [...ctx.org.policies.values()].some((policy) =>
      policy.steps.some(({ target }) => target.kind === 'schedule' && target.id === schedule.id),
    )
    if (targeted && !ctx.fault('targeted-schedule-deleted'))
      refuse(409, 'an escalation step still targets the schedule')
    ctx.org.schedules.delete(schedule.id)
    return ctx.choice.doneBody
  },

  addOverride(ctx) {
    const { check, world } = ctx
    const schedule = findSchedule(ctx)
    const body = check.object(ctx.body, 'override', ['userId', 'label', 'startsAt', 'endsAt'])
    const person = readPerson(ctx, body, 'override')
    const [startsAt, endsAt] = ['startsAt', 'endsAt'].map((field) => {
      const text = check.string(body[field], field)
      const ms = readMoment(text) ?? check.bad(`${field}: no moment`)
      return { ms, text }
    })
    if (endsAt.ms <= startsAt.ms) check.bad('endsAt: not after startsAt')
    const override = { id: world.newId(), ...person, startsAt, endsAt }
    schedule.overrides.set(override.id, override)
    return showOverride(ctx, override)
  },

  removeOverride(ctx) {
    const schedule = findSchedule(ctx)
    const override = known(ctx, schedule.overrides, ctx.params.oid, 'override')
    if (!ctx.fault('override-not-removed')) schedule.overrides.delete(override.id)
    return ctx.choice.doneBody
  },
}

const FIELDS = ['name', 'timezone', 'participants', 'handoff']

function findSchedule(ctx) {
  const schedule = known(ctx, ctx.org.schedules, ctx.params.id, 'schedule')
  if (!ctx.sees(schedule.id)) refuse(ctx.choice.unseenResource, 'the token does not reach this schedule')
  return schedule
}

function readZone(ctx, value) {
  const zone = ctx.check.string(value, 'timezone')
  return zoneExists(zone) ? zone : ctx.check.bad('timezone: no such zone')
}

function readParticipants(ctx, value) {
  const list = ctx.check.array(value, 'participants', (item, what) =>
    readPerson(ctx, ctx.check.object(item, what, ['userId', 'label']), what),
  )
  if (list.length === 0 && ctx.choice.emptyParticipants === 'refuse') ctx.check.bad('participants: somebody is needed')
  return list
}

function readHandoff(ctx, value) {
  const { check, choice } = ctx
  const body = check.object(value, 'handoff', ['interval', 'dow', 'time'])
  const interval = check.oneOf(body.interval, 'handoff.interval', ['daily', 'weekly'])
  const dow = check.optional(
    body,
    'dow',
    (given, what) => check.integer(given, what, choice.dowBase, choice.dowBase + 6),
    'handoff.dow',
  )
  const time = check.string(body.time, 'handoff.time')
  const parts = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/.exec(time)
  if (!parts || (parts[3] && !choice.handoffSeconds)) check.bad('handoff.time: HH:MM')
  const seconds = Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number((parts[3] ?? ':0').slice(1))
  return { interval, dow, time, timeMs: seconds * 1000 }
}

/**
 * Who is on call at a moment: an active override wins outright, then the rotation.
 * @returns {{userId: string, label: string, until: number, override: boolean} | undefined}
 */
export function onCallAt(world, schedule, now) {
  const { choice } = world
  const active = [...schedule.overrides.values()].filter(
    ({ startsAt, endsAt }) => startsAt.ms <= now && now < endsAt.ms,
  )
  const winner = choice.overlappingOverrides === 'newest' ? active.at(-1) : active[0]
  if (winner && !world.fault('override-ignored')) {
    return {
      userId: winner.userId,
      label: winner.label,
      until: winner.endsAt.ms,
      override: !world.fault('override-flag-false'),
    }
  }
  const { participants, handoff } = schedule
  if (participants.length === 0) return undefined
  const plan = {
    zone: world.fault('rotation-in-utc') ? 'UTC' : schedule.timezone,
    weekly: handoff.interval === 'weekly',
    sundayDow: (handoff.dow ?? choice.weeklyDefaultDow) % 7,
    timeMs: handoff.timeMs,
  }
  const turn = turnAt(plan, now)
  const anchor = choice.rotationAnchor === 'creation' ? turnAt(plan, schedule.createdAt).index : 0
  const size = participants.length
  const order = world.fault('participant-order-ignored')
    ? participants.toSorted((x, y) => (x.userId < y.userId ? -1 : 1))
    : participants
  const person = order[(((turn.index - anchor) % size) + size) % size]
  let until = turn.end
  if (choice.untilCutByOverride) {
    for (const { startsAt } of schedule.overrides.values())
      if (startsAt.ms > now && startsAt.ms < until) until = startsAt.ms
  }
  return { ...person, until, override: false }
}

function showHandoff(choice, { interval, dow, time }) {
  const shown =
    interval === 'daily'
      ? choice.dowOnDaily === 'keep'
        ? dow
        : undefined
      : (dow ?? (choice.showDefaultDow ? choice.weeklyDefaultDow : undefined))
  return { interval, dow: shown, time }
}

function showOverride(ctx, { id, userId, label, startsAt, endsAt }) {
  const show = ({ ms, text }) => (ctx.choice.overrideTimes === 'echoed' ? text : when(ctx.choice, ms))
  return { id, userId, label, startsAt: show(startsAt), endsAt: show(endsAt) }
}

function showSchedule(ctx, schedule) {
  const { choice, world, now } = ctx
  const onCall = onCallAt(world, schedule, now)
  const overrides = [...schedule.overrides.values()].filter(
    ({ endsAt }) => choice.pastOverridesListed || endsAt.ms > now,
  )
  return {
    id: schedule.id,
    name: schedule.name,
    timezone: schedule.timezone,
    participants: schedule.participants,
    handoff: showHandoff(choice, schedule.handoff),
    onCallNow: onCall && { ...onCall, until: when(choice, onCall.until) },
    overrides: overrides.map((override) => showOverride(ctx, override)),
    createdAt: when(choice, schedule.createdAt),
  }
}
