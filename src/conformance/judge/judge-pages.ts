import { isObject } from '../../contract/json.ts'
import { instantOf } from '../../model/world/fresh.ts'
import type { World } from '../../model/world/world.ts'
import { itemsOf } from '../compare/comparison.ts'
import { readMoment } from '../compare/read-time.ts'
import type { Finding } from '../finding/finding.ts'
import type { Caused } from '../shadow/caused.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

/**
 * Judges the log of pages. The number of pages and the further people are partly open; stated is that nobody is paged
 * for a detached service, after an acknowledgement or before a rule's delay, and that no page is dropped silently (On-
 * call 3, 12 and 19; Events, point 4).
 */
export function judgePages({ shadow, org, body, answer }: Caused): Finding[] {
  if (!isObject(answer)) return []
  const incidentId = isObject(body) ? body.incidentId : undefined
  const of = (pages: unknown) =>
    Array.isArray(pages) ? pages.filter(isObject).filter((page) => page.incidentId === incidentId).length : 0
  const got = of(answer.pages)
  const wants = [shadow, ...shadow.others].map(({ world }) => of(rowsOf(world, 'Page')))
  const want = Math.max(...wants)
  const tooMany =
    (want < got && (want === 0 || isAcknowledged(shadow, incidentId))) ||
    somebodyElse(shadow, incidentId, answer.pages) ||
    isTooEarly(shadow, incidentId, answer.pages)
  const none = Math.min(...wants) > 0 && got === 0 && hadTime(shadow, incidentId)
  const sent = isSentWithoutCredential({ shadow, org }, incidentId, answer.pages)
  if (!tooMany && !none && !sent && !isPassedOver(shadow, incidentId, answer.pages)) return []
  return [
    {
      code: 'paged',
      severity: 'failure',
      check: 'outside',
      operation: 'listPages',
      rules: ['ONC-11', 'ONC-13', 'ONC-14', 'ONC-16'],
      wrong: tooMany
        ? hasNoRule(shadow, incidentId)
          ? 'without a rule'
          : 'too many'
        : none
          ? 'none'
          : sent
            ? 'sent without credential'
            : 'too few',
      expected: want,
      actual: got,
    },
  ]
}

/** True if everybody who was to be paged should have been by now: a pager may look only now and then for what is due. */
const hadTime = ({ world }: Shadow, incidentId: unknown): boolean =>
  rowsOf(world, 'Page')
    .filter((page) => page.incidentId === incidentId)
    .some(({ at }) => world.nowMs - (instantOf(at) ?? readMoment(at)) >= PATIENCE_MS)
const PATIENCE_MS = 10_000

/** True if the settings of everybody whose turn it may be show no rule. */
function hasNoRule({ world }: Shadow, incidentId: unknown): boolean {
  const { steps = [] } = walkFor(world, incidentId) ?? {}
  const rules = steps.map(({ target }) => rowsOf(world, 'PagingSettings').find(({ id }) => id === target.id)?.rules)
  return rules.length > 0 && rules.every((own) => own?.length === 0)
}

/**
 * True if somebody was paged who could not be. The person on call by rotation is open; but an override counts before
 * targets are worked out (On-call 22), so with one on every schedule the possible people are known.
 */
function somebodyElse(shadow: Shadow, incidentId: unknown, pages: unknown): boolean {
  const walk = walkFor(shadow.world, incidentId)
  const schedules = (walk?.steps ?? []).filter(({ target }) => target.kind === 'schedule')
  if (schedules.length === 0 || !schedules.every(({ target }) => isOverridden(shadow, target.id))) return false
  const expected = new Set<unknown>(
    [shadow, ...shadow.others].flatMap(({ world }) => rowsOf(world, 'Page').map(({ userId }) => userId)),
  )
  return itemsOf(pages).some((page) => page.incidentId === incidentId && !expected.has(page.userId))
}

/**
 * True if somebody was paged whose turn, in every reading, has not come: a step waits for the one before it, and a delay
 * counts from the step (On-call 12 and 19). Where steps name people only: the person on call by rotation is open, and so is
 * whether somebody who has left is paged.
 */
function isTooEarly(shadow: Shadow, incidentId: unknown, pages: unknown): boolean {
  const { steps = [] } = walkFor(shadow.world, incidentId) ?? {}
  const members = new Set(rowsOf(shadow.world, 'Membership').map(({ id }) => id))
  const departed = new Set(rowsOf(shadow.world, 'User').flatMap(({ id }) => (members.has(id) ? [] : [id])))
  const named = new Set<unknown>(
    steps.flatMap(({ target }) => (target.kind === 'user' && !departed.has(target.id) ? [target.id] : [])),
  )
  if (steps.some(({ target }) => target.kind !== 'user')) return false
  const paged = [shadow, ...shadow.others].flatMap(({ world }) =>
    rowsOf(world, 'Page').filter((page) => page.incidentId === incidentId),
  )
  const had = new Set<unknown>(paged.map(({ userId }) => userId))
  return itemsOf(pages).some(({ incidentId: of, userId }) => of === incidentId && named.has(userId) && !had.has(userId))
}

/** True if a page counts as sent by a channel on which, in every reading, none can go out without a credential (On-call 3). */
function isSentWithoutCredential(
  { shadow, org }: Pick<Caused, 'shadow' | 'org'>,
  incidentId: unknown,
  pages: unknown,
): boolean {
  const worlds = [shadow, ...shadow.others].map(({ world }) => world)
  const cannotBeSent = (channel: unknown) =>
    worlds.every((world) => {
      const own = rowsOf(world, 'Page').filter((page) => page.incidentId === incidentId && page.channel === channel)
      const hasProvider = rowsOf(world, 'ProviderCredential').some((row) => row.org === org && row.configured === true)
      return own.length > 0 && !hasProvider && own.every(({ outcome }) => outcome === 'failed')
    })
  return itemsOf(pages).some(
    ({ incidentId: of, channel, outcome }) =>
      of === incidentId && channel !== 'email' && outcome === 'sent' && cannotBeSent(channel),
  )
}

/**
 * True if a walk is through, in every reading, and the person of a step was never paged, or never by one of their rules
 * (Events, point 4). Only steps that name people count: the person on call by rotation is open.
 */
function isPassedOver(shadow: Shadow, incidentId: unknown, pages: unknown): boolean {
  const worlds = [shadow, ...shadow.others].map(({ world }) => world)
  if (!worlds.every((world) => isThrough(world, incidentId))) return false
  const got = itemsOf(pages).filter((page) => page.incidentId === incidentId)
  if (got.some(({ userId }) => userId === undefined)) return false
  const { steps = [] } = walkFor(shadow.world, incidentId) ?? {}
  const named = new Set(steps.filter(({ target }) => target.kind === 'user').map(({ target }) => target.id))
  const expected = worlds.map((world) => rowsOf(world, 'Page').filter((page) => page.incidentId === incidentId))
  const showsChannels = got.every(({ channel }) => channel !== undefined)
  const isAlike = (page: Paged, other: Paged) =>
    page.userId === other.userId && (!showsChannels || page.channel === other.channel)
  return (expected[0] ?? []).some(
    (page) =>
      named.has(page.userId) &&
      expected.every((inWorld) => inWorld.some((one) => isAlike(one, page))) &&
      !got.some((one) => isAlike(one, page)),
  )
}

interface Paged {
  readonly userId?: unknown
  readonly channel?: unknown
}

const walkFor = (world: World, incidentId: unknown) => rowsOf(world, 'OncallWalk').find(({ id }) => id === incidentId)

/** Nothing of its walk waits for the clock. */
function isThrough(world: World, incidentId: unknown): boolean {
  const walk = walkFor(world, incidentId)
  const waiting = new Set([walk?.stepDue, ...(walk?.pagesDue ?? [])])
  return walk !== undefined && !rowsOf(world, 'Due').some(({ id }) => waiting.has(id))
}

/** There is one override, and it holds for longer than a step may take. */
function isOverridden({ world }: Shadow, scheduleId: string): boolean {
  const [own, another] = rowsOf(world, 'OncallOverride').filter((row) => row.scheduleId === scheduleId)
  const span = another ? undefined : own?.span
  return span !== undefined && span.fromMs < world.nowMs - HOUR_MS / 2 && span.toMs > world.nowMs
}

const HOUR_MS = 3_600_000

const isAcknowledged = (shadow: Shadow, id: unknown): boolean =>
  rowsOf(shadow.world, 'OncallIncident').some((row) => row.id === id && row.status === 'acknowledged')
