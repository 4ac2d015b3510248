import type { components } from '../../../../../contract/generated/control.ts'
import { EVERYWHERE } from '../../../../identity/identity.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { settingsOf } from '../../queries/paging-row.ts'
import { credentialOf, providerOf } from '../../queries/provider.ts'
import type { Channel, IncidentRow, PageRow } from '../../state/index.ts'
import { missingCredentialTold, rulesDelay } from '../../statements/walk.ts'
import { note } from '../timeline.ts'
import { pageWaits } from './waiting.ts'

export const PAGE = 'oncall.page'

interface Call {
  readonly userId: string
  readonly step: number
  readonly round: number
}

/** Pages a responder by each of their rules, after its delay (Events, point 4). */
export function notify(context: Transaction, incident: IncidentRow, call: Call): void {
  const { userId, step, round } = call
  const about = { org: incident.org, incident: incident.id, userId, step, round }
  for (const { channel, delaySeconds } of settingsOf(context, incident.org, call.userId).rules) {
    context.cite(rulesDelay)
    if (delaySeconds <= 0) sendPage(context, incident, { ...call, channel })
    else
      pageWaits(context, incident, context.schedule(PAGE, context.nowMs + delaySeconds * 1000, { ...about, channel }))
  }
}

/** Sends one page, or records why it cannot be sent. */
export function sendPage(
  context: Transaction,
  incident: IncidentRow,
  page: Call & { readonly channel: Channel },
): void {
  const { org, id: incidentId } = incident
  const { to, error } =
    page.channel === 'email' ? byEmail(context, org, page.userId) : byPhone(context, org, page.userId)
  if (error === NO_CREDENTIAL) context.cite(missingCredentialTold)
  const seq = context.serial()
  const outcome = error === undefined ? 'sent' : 'failed'
  const at = context.fresh.time(context.nowMs)
  context.put('Page', { ...page, id: String(seq), org, seq, incidentId, at, to, outcome, error })
  const told = context.gap('oncall.pages-on-timeline')
  if (told === 'none' || (told === 'failed' && outcome === 'sent')) return
  const person = context.get('User', EVERYWHERE, page.userId)?.label ?? page.userId
  const detail = [`${page.channel} to ${person}`, error].filter((part) => part !== undefined).join(': ')
  note(context, incident, outcome === 'sent' ? 'paged' : 'pageFailed', { detail })
}

type Way = { readonly to: string; readonly error: string | undefined }

const NO_CREDENTIAL = 'no provider credential'

function byEmail(context: Reader, org: string, userId: string): Way {
  const to = settingsOf(context, org, userId).email ?? context.get('User', EVERYWHERE, userId)?.email
  return to === undefined ? { to: '', error: 'unknown user' } : { to, error: undefined }
}

function byPhone(context: Reader, org: string, userId: string): Way {
  const to = settingsOf(context, org, userId).phone ?? ''
  if (!credentialOf(context, org)) return { to, error: NO_CREDENTIAL }
  if (to === '') return { to, error: 'no phone' }
  const { pages } = providerOf(context, org)
  if (pages === 'accepts') return { to, error: undefined }
  return { to, error: pages === 'rejects' ? 'the provider rejects the page' : 'the provider is unreachable' }
}

/** The page log as the control interface shows it, oldest first. */
export function pageView({ id, seq: _, org: __, error, ...page }: PageRow): components['schemas']['Page'] {
  return { id: Number(id), ...page, ...(error !== undefined && { error }) }
}
