import type { Context, Handlers } from './context.ts'
import { param, RawMessage } from './context.ts'
import type { Message, MessageEvent } from './entities.ts'
import { DAY, readMoment, shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { ofOrganization, oldestFirst } from './world.ts'

const LOG_WINDOW = 90 * DAY
const RAW_WINDOW = 30 * DAY

/** The message log (Endpoints, Email; Limits). */
export const emailMessageHandlers: Handlers = {
  listMessages(ctx) {
    const { choice, fault } = ctx
    const all = matching(ctx)
    const from = startOf(ctx, all)
    if (from === undefined) return { messages: [] }
    const page = all.slice(from, from + choice.pageSize)
    const more = choice.cursorAfterFullLastPage ? page.length === choice.pageSize : from + page.length < all.length
    const last = page.at(fault('pages-overlap') ? -2 : -1)
    return {
      messages: page.map((message) => shownMessage(ctx, message)),
      ...(more && last ? { cursor: cursorOf(ctx, last) } : {}),
    }
  },

  getMessage(ctx) {
    const message = messageOf(ctx)
    if (message.createdAt < ctx.now - LOG_WINDOW && !ctx.choice.oldMessageReadable) refuse(404, 'past its window')
    const events = ctx.fault('events-missing') ? [] : message.events.map((event) => shownEvent(ctx, event))
    return { message: shownMessage(ctx, message), events }
  },

  getMessageContent(ctx) {
    const message = messageOf(ctx)
    if (message.createdAt < ctx.now - RAW_WINDOW && !ctx.fault('content-forever')) refuse(404, 'past its window')
    return ctx.fault('content-as-json') ? { content: message.raw } : new RawMessage(message.raw)
  },
}

/** The messages of the log that the filters keep, newest first. */
function matching(ctx: Context): Message[] {
  const { world, org, now, reach, fault } = ctx
  const keeps = filterOf(ctx)
  const list = ofOrganization(world, world.messages.values(), org.slug)
    .filter(({ createdAt }) => createdAt >= now - LOG_WINDOW || fault('log-beyond-window'))
    .filter(({ domainId }) => reach.to(domainId))
    .filter(keeps)
    .sort(oldestFirst)
  return fault('log-oldest-first') ? list : list.reverse()
}

function filterOf(ctx: Context): (message: Message) => boolean {
  const { world, choice, org, query, read, fault } = ctx
  const direction = query.get('direction')
  if (direction !== null) read.oneOf(['send', 'receive'])(direction, 'direction')
  const domainId = query.get('domainId')
  const known = domainId === null || world.domains.get(domainId)?.org === org.slug
  if (!known && choice.unknownDomainFilter === 'refuse') refuse(404, 'unknown domain')
  const since = sinceOf(ctx)
  const state = query.get('state')
  const to = query.get('to')?.toLowerCase()
  return (message) =>
    (direction === null || message.direction === direction || fault('direction-filter-ignored')) &&
    (state === null || message.state === state) &&
    (domainId === null || message.domainId === domainId || fault('domain-filter-ignored')) &&
    (to === undefined || message.to.some((address) => addressFits(ctx, address.toLowerCase(), to))) &&
    (since === undefined || (choice.sinceInclusive ? message.createdAt >= since : message.createdAt > since))
}

function addressFits({ choice }: Context, address: string, wanted: string): boolean {
  return choice.toFilter === 'exact' ? address === wanted : address.includes(wanted)
}

function sinceOf({ query, read }: Context): number | undefined {
  const since = query.get('since')
  return since === null ? undefined : (readMoment(since) ?? read.bad('since: not a time'))
}

/** A cursor names the last message shown, so that new mail does not move what follows. */
function cursorOf({ choice }: Context, message: Message): string {
  return choice.variant === 'a' ? Buffer.from(`after:${message.id}`).toString('base64url') : message.id
}

/** The start of the page; undefined past the end. */
function startOf(ctx: Context, all: readonly Message[]): number | undefined {
  const { world, choice, query, read } = ctx
  const cursor = query.get('cursor')
  if (cursor === null) return 0
  const id =
    choice.variant === 'a'
      ? Buffer.from(cursor, 'base64url')
          .toString()
          .replace(/^after:/, '')
      : cursor
  const last = world.messages.get(id)
  if (last?.org !== ctx.org.slug) return choice.badCursor === 'refuse' ? read.bad('cursor') : undefined
  const at = all.findIndex((message) => oldestFirst(message, last) < 0)
  return at < 0 ? undefined : at
}

function messageOf(ctx: Context): Message {
  const message = ctx.world.messages.get(param(ctx, 'id'))
  const foreign = message?.org !== ctx.org.slug && !ctx.fault('foreign-message-read')
  if (!message || foreign) return refuse(404, 'unknown message')
  if (!ctx.reach.to(message.domainId)) refuse(ctx.choice.outsideGrant, 'not on this domain')
  return message
}

export function shownMessage({ choice, fault }: Context, message: Message) {
  const { cc, subject, door, lastError, sentAt } = message
  return {
    id: message.id,
    direction: message.direction,
    state: message.state,
    from: message.from,
    to: fault('recipients-as-text') ? message.to.join(', ') : message.to,
    ...(cc === undefined ? {} : { cc }),
    ...(subject === undefined ? {} : { subject }),
    sizeBytes: Buffer.byteLength(message.raw),
    ...(door === undefined ? {} : { door }),
    domainId: message.domainId,
    ...(lastError === undefined ? {} : { lastError }),
    createdAt: shown(choice, message.createdAt),
    ...(sentAt === undefined ? {} : { sentAt: shown(choice, sentAt) }),
    stateAt: shown(choice, message.stateAt),
  }
}

function shownEvent({ choice }: Context, { at, ...event }: MessageEvent) {
  return { ...event, occurredAt: shown(choice, at) }
}
