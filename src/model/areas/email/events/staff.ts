import type { EventEffect } from '../../area.ts'
import { happened, Impossible } from '../../event-answer.ts'
import { scheduleSend } from '../effects/sending/send.ts'
import { changeSettings, settingsOf, windowStart } from '../queries/sending/posture.ts'
import { sendKeyOf, touchKey } from '../queries/sending/send-key-of.ts'
import { countAfresh } from '../queries/sending/traffic.ts'

export const quotaChanges: EventEffect<'quotaChanges'> = (context) => {
  const { quota, value } = context.body
  if (quota !== 'daily-email') return undefined
  changeSettings(context, context.org, { dailyQuota: value })
  return happened(context, { entity: 'EmailSettings', id: context.org, change: 'changed' })
}

/** Only staff lift a pause; what waited for it goes out, and bounces are counted afresh. */
export const sendingUnpaused: EventEffect<'sendingUnpaused'> = (context) => {
  const { org } = context
  if (!settingsOf(context, org).paused) throw new Impossible('not-possible', 'sending is not paused')
  const kept = context.gap('email.after-unpause') === 'kept'
  changeSettings(context, org, { paused: false, ...(!kept && { pausedAt: undefined, pauseReason: undefined }) })
  countAfresh(context, org, windowStart(context), context.nowMs)
  for (const message of [...context.oldest('EmailMessage', 'queued', org)]) scheduleSend(context, message)
  return happened(context, { entity: 'EmailSettings', id: org, change: 'changed' })
}

export const credentialUsed: EventEffect<'credentialUsed'> = (context) => {
  const { kind, id, secret, at } = context.body
  if (kind !== 'send-key') return undefined
  const key = id === undefined ? sendKeyOf(context, secret) : context.get('EmailSendKey', context.org, id)
  if (!key && id !== undefined) throw new Impossible('unknown', `there is no send key ${id}`)
  if (!key || key.revoked) {
    const reason = key ? 'this send key is revoked' : 'no send key has this secret'
    return { ...happened(context), accepted: false, reason }
  }
  touchKey(context, key, at === undefined ? context.nowMs : Date.parse(at))
  return { ...happened(context, { entity: 'EmailSendKey', id: key.id, change: 'changed' }), accepted: true }
}
