import { readMoment } from './moments.ts'
import type { Happening } from './outside-event.ts'
import { refuse } from './refusal.ts'
import type { World } from './world.ts'

const DURATION =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

type ClockEvent = (happening: Omit<Happening, 'changed'>) => unknown

/** The candidate's clock can jump, but not stand still. */
export const clockEvents: Record<string, ClockEvent> = {
  resetWorld({ world }) {
    world.reset()
    return { clock: { mode: 'real', now: iso(world.now()) } }
  },

  getClock: ({ world }) => shownClock(world),

  setClock({ world, read, body }) {
    const mode = read.string(body.mode, 'mode')
    if (mode === 'real') return moved(world, Date.now())
    if (mode !== 'set') return refuse(409, 'this clock does not stand still')
    return moved(world, readMoment(read.string(body.now, 'now')) ?? read.bad('now'))
  },

  advanceClock({ world, read, body }) {
    const now = world.now()
    if (body.nextDue !== undefined) return moved(world, Math.max(now, world.timers.waiting()[0]?.at ?? now))
    if (body.by !== undefined) return moved(world, later(now, read.string(body.by, 'by')) ?? read.bad('by'))
    const to = readMoment(read.string(body.to, 'to')) ?? read.bad('to')
    return to < now ? refuse(409, 'this instant has passed') : moved(world, to)
  },
}

/** Goes to an instant; what is due on the way happens at its own time. */
function moved(world: World, to: number) {
  const fired = []
  for (let due = world.timers.waiting()[0]; due && due.at <= to; due = world.timers.waiting()[0]) {
    world.offset = Math.max(world.offset, due.at - Date.now())
    fired.push(...world.timers.fire(due.at))
  }
  world.offset = to - Date.now()
  return { clock: shownClock(world), fired: fired.map(shownDue) }
}

function shownClock(world: World) {
  const mode = world.offset === 0 ? 'real' : 'set'
  const due = world.timers.waiting().slice(0, 100).map(shownDue)
  return { mode, now: iso(world.now()), progress: { mode: 'delay' }, due }
}

function shownDue({ at, timer, entity, id }: { at: number; timer: string; entity: string; id: string }) {
  return { at: iso(at), timer, entity, id }
}

const iso = (ms: number) => new Date(ms).toISOString()

/** The moment an ISO 8601 duration after another. */
function later(from: number, duration: string): number | undefined {
  const parts = DURATION.exec(duration)
  if (!parts) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const date = new Date(from)
  date.setUTCMonth(date.getUTCMonth() + 12 * years + months)
  return date.getTime() + ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
