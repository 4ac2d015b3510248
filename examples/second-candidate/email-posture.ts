import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import type { Suppression } from './entities.ts'
import { DAY, shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { type Organization, ofOrganization, type World } from './world.ts'

/** Settings and the suppression list (Endpoints, Email; Events 2 and 3). */
export const emailPostureHandlers: Handlers = {
  getEmailSettings({ world, choice, org, fault }) {
    const posture = {
      dailyQuota: org.dailyQuota,
      paused: org.pause !== undefined,
      ...(org.pause ? { pausedAt: shown(choice, org.pause.at), pauseReason: org.pause.reason } : {}),
      bouncePausePct: choice.bouncePausePct,
      complaintPausePct: choice.complaintPausePct,
      ...(choice.showAcceptedToday ? { acceptedToday: acceptedToday(world, org) } : {}),
    }
    if (fault('accepted-not-counted')) return { ...posture, acceptedToday: 0 }
    return fault('quota-missing') ? { ...posture, dailyQuota: undefined } : posture
  },

  listSuppressions(ctx) {
    const { world, org, fault } = ctx
    const own = fault('suppressions-shared')
      ? [...world.suppressions.values()]
      : ofOrganization(world, world.suppressions.values(), org.slug)
    return { suppressions: own.map((suppression) => shownSuppression(ctx, suppression)) }
  },

  createSuppression(ctx) {
    const { world, choice, org, read } = ctx
    const given = read.filled(read.object(ctx.body, 'body', ['address']).address, 'address').trim()
    const address = choice.suppressionCase === 'lower' ? given.toLowerCase() : given
    if (!choice.suppressAnyText && !/^[^\s@]+@[^\s@]+$/.test(address)) read.bad('address')
    const known = suppressionOf(world, org.slug, address)
    if (known && choice.suppressTwice === 'refuse') refuse(409, 'already suppressed')
    if (known) known.reason = 'manual'
    const entry = known ?? suppress(world, org, address, ctx.fault('manual-as-bounce') ? 'bounce' : 'manual')
    return shownSuppression(ctx, entry)
  },

  deleteSuppression(ctx) {
    const { world, org } = ctx
    const suppression = world.suppressions.get(param(ctx, 'id'))
    if (suppression?.org !== org.slug) return refuse(404, 'unknown suppression')
    world.suppressions.delete(suppression.id)
    world.ghosts.lifted.add(suppression.address.toLowerCase())
    return undefined
  },
}

export function suppressionOf(world: World, org: string, address: string): Suppression | undefined {
  const wanted = address.toLowerCase()
  return [...world.suppressions.values()].find((one) => one.org === org && one.address.toLowerCase() === wanted)
}

export function suppress(world: World, org: Organization, address: string, reason: Suppression['reason']): Suppression {
  const suppression: Suppression = { ...world.made(org), id: world.newId('sup'), address, reason }
  world.suppressions.set(suppression.id, suppression)
  return suppression
}

/** Messages accepted for sending on the present day, UTC. */
export function acceptedToday(world: World, org: Organization): number {
  const today = Math.floor(world.now() / DAY)
  return [...world.messages.values()].filter(
    (message) =>
      message.org === org.slug && message.direction === 'send' && Math.floor(message.createdAt / DAY) === today,
  ).length
}

/** Pauses sending when too much of it bounces or draws complaints. */
export function reviewPosture(world: World, org: Organization): void {
  const { bouncePausePct, complaintPausePct, pauseAtLeast } = world.choice
  const sent = [...world.messages.values()].filter(
    ({ org: of, direction, createdAt }) => of === org.slug && direction === 'send' && createdAt >= org.postureFrom,
  )
  if (org.pause || sent.length < pauseAtLeast) return
  const share = (kind: string) =>
    (100 * sent.filter(({ events }) => events.some((event) => event.kind === kind)).length) / sent.length
  const reason =
    share('bounced') > bouncePausePct ? 'bounces' : share('complained') > complaintPausePct ? 'complaints' : undefined
  if (reason) org.pause = { at: world.now(), reason: `too many ${reason}` }
}

function shownSuppression({ choice }: Context, { id, address, reason, createdAt }: Suppression) {
  return { id, address, reason, createdAt: shown(choice, createdAt) }
}
