import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { instantSaid } from '../../event-instant.ts'
import { countAfresh } from '../effects/sending/count-traffic.ts'
import { changeSettings } from '../effects/sending/pause.ts'
import { scheduleSend } from '../effects/sending/send.ts'
import { touchKey } from '../effects/sending/touch-key.ts'
import { settingsOf, windowStart } from '../queries/sending/posture.ts'
import { sendKeyOf } from '../queries/sending/send-key-of.ts'

export const quotaChanges: EventEffect<'quotaChanges'> = (context) => {
  const { quota, value } = context.body
  if (quota !== 'daily-email') return undefined
  changeSettings(context, context.org, { dailyQuota: value })
  return eventAnswer(context, { entity: 'EmailSettings', id: context.org, change: 'changed' })
}

/** Only staff lift a pause; what waited for it goes out, and bounces are counted afresh. */
export const sendingUnpaused: EventEffect<'sendingUnpaused'> = (context) => {
  const { org } = context
  if (!settingsOf(context, org).paused) throw new ImpossibleEvent('not-possible', 'sending is not paused')
  const kept = context.gap('email.after-unpause') === 'kept'
  changeSettings(context, org, { paused: false, ...(!kept && { pausedAt: undefined, pauseReason: undefined }) })
  countAfresh(context, org, windowStart(context), context.nowMs)
  for (const message of [...context.oldest('EmailMessage', 'queued', org)]) scheduleSend(context, message)
  return eventAnswer(context, { entity: 'EmailSettings', id: org, change: 'changed' })
}

export const credentialUsed: EventEffect<'credentialUsed'> = (context) => {
  const { kind, id, secret, at } = context.body
  if (kind !== 'send-key') return undefined
  const key = secret === undefined ? context.get('EmailSendKey', context.org, id ?? '') : sendKeyOf(context, secret)
  if (!key && secret === undefined) throw new ImpossibleEvent('unknown', `there is no send key ${id}`)
  if (!key || key.revoked) {
    const reason = key ? 'this send key is revoked' : 'no send key has this secret'
    return { ...eventAnswer(context), accepted: false, reason }
  }
  const noted = touchKey(
    context,
    key,
    instantSaid(context, at, { what: `the key ${key.id}`, createdAt: key.createdAt }),
  )
  const changed = noted ? [{ entity: 'EmailSendKey', id: key.id, change: 'changed' } as const] : []
  return { ...eventAnswer(context, ...changed), accepted: true }
}
