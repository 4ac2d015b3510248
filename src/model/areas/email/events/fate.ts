import type { EventContext } from '../../../request/contexts.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent, type Touched } from '../../event-answer.ts'
import { instantSaid, isBefore } from '../../event-instant.ts'
import { moved } from '../effects/messages/mail.ts'
import { noteEvent } from '../effects/messages/message-events.ts'
import { count } from '../effects/sending/count-traffic.ts'
import { pauseIfTooMany } from '../effects/sending/pause.ts'
import { suppress } from '../effects/sending/suppress.ts'
import { announce } from '../effects/webhooks/deliver.ts'
import { openObject } from '../queries/open-object.ts'
import { settingsOf } from '../queries/sending/posture.ts'
import type { EventKind, MessageEventRow, MessageRow, MessageStage } from '../state/index.ts'
import { complaintSuppresses, hardBounceSuppresses } from '../statements/suppressions.ts'

type Fate = EventContext<'messageDelivered' | 'messageBounced' | 'messageComplained'>

interface Told {
  readonly kind: EventKind
  /** The state it brings about; undefined: none. */
  readonly stage: MessageStage | undefined
  readonly bounceType?: string
  readonly detail?: MessageEventRow['detail']
  readonly lastError?: string
}

export const messageDelivered: EventEffect<'messageDelivered'> = (context) => {
  const { message, deliveries } = tell(context, { kind: 'delivered', stage: 'delivered' })
  return { ...touched(context, message), deliveryIds: deliveries }
}

export const messageBounced: EventEffect<'messageBounced'> = (context) => {
  const { bounce, detail } = context.body
  const hard = bounce === 'hard'
  const { message, recipients, atMs, deliveries } = tell(context, {
    kind: 'bounced',
    stage: hard || context.gap('email.soft-bounce-state') === 'bounced' ? 'bounced' : undefined,
    bounceType: context.gap('email.bounce-types')[bounce],
    detail: detail ?? openObject(context.gap('email.event-detail')),
    lastError: context.gap('email.reasons').bounced,
  })
  count(context, message.org, atMs, { [hard ? 'hardBounces' : 'softBounces']: 1 })
  if (hard) context.cite(hardBounceSuppresses)
  const suppressed = hard ? suppress(context.at(atMs), message, recipients, 'bounce') : []
  pauseIfTooMany(context, message.org, 'bounces')
  return consequences(context, message, deliveries, suppressed)
}

export const messageComplained: EventEffect<'messageComplained'> = (context) => {
  const { detail } = context.body
  const stage = context.gap('email.complaint-state') === 'complained' ? 'complained' : undefined
  const { message, recipients, atMs, deliveries } = tell(context, { kind: 'complained', stage, detail })
  count(context, message.org, atMs, { complaints: 1 })
  context.cite(complaintSuppresses)
  const suppressed = suppress(context.at(atMs), message, recipients, 'complaint')
  pauseIfTooMany(context, message.org, 'complaints')
  return consequences(context, message, deliveries, suppressed)
}

/** Records it for every recipient, and notifies the endpoints. */
function tell(context: Fate, { kind, stage, bounceType, detail, lastError }: Told) {
  const { recipient, occurredAt } = context.body
  const before = messageCalled(context)
  const atMs = instantSaid(context, occurredAt, { what: `the message ${before.id}`, createdAt: before.createdAt })
  const recipients = recipient === undefined ? before.reached : [recipient]
  // What is only reported now, but happened before the present state, does not change that.
  const past = occurredAt !== undefined && isBefore(atMs, before.stateAt)
  const row = stage === undefined || past ? before : moved(context, before, stage, atMs)
  const message = context.put('EmailMessage', {
    ...row,
    lastError: (past ? row.lastError : lastError) ?? row.lastError,
  })
  const deliveries = recipients.flatMap((address) => {
    const event = noteEvent(context, message, { kind, atMs, bounceType, recipient: address, detail })
    return announce(context, kind, message, event).map(({ number }) => number)
  })
  return { message, recipients, atMs, deliveries }
}

function messageCalled(context: Fate): MessageRow {
  const { messageId, recipient } = context.body
  const message = context.get('EmailMessage', context.org, messageId)
  if (!message) throw new ImpossibleEvent('unknown', `there is no message ${messageId}`)
  if (['queued', 'failed', 'received'].includes(message.stage))
    throw new ImpossibleEvent('not-possible', `the message ${messageId} has not been sent`)
  if (recipient !== undefined && !message.reached.includes(recipient))
    throw new ImpossibleEvent('not-possible', `the message ${messageId} does not go to ${recipient}`)
  return message
}

function consequences(context: Fate, message: MessageRow, deliveryIds: number[], suppressionIds: string[]) {
  const more = suppressionIds.map((id) => ({ entity: 'EmailSuppression', id, change: 'created' }) as const)
  const { paused } = settingsOf(context, message.org)
  return { ...touched(context, message, ...more), deliveryIds, suppressionIds, paused }
}

const touched = (context: Fate, { id }: MessageRow, ...more: readonly Touched[]) =>
  eventAnswer(context, { entity: 'EmailMessage', id, change: 'changed' }, ...more)
