import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { acceptedOn, settingsOf } from '../../queries/sending/posture.ts'
import { acceptedCounted, pauseShown, quotaShown } from '../../statements/posture.ts'

/** The posture can only be read; staff do the rest (Endpoints, Email, row 17). */
export const getEmailSettings: Effect<'getEmailSettings'> = (context) => {
  const { org } = context.caller
  const { dailyQuota, paused, pausedAt, pauseReason } = settingsOf(context, org)
  context.cite(quotaShown)
  context.cite(pauseShown)
  return {
    dailyQuota: dailyQuota ?? context.fill('email.daily-quota'),
    paused,
    ...(pausedAt !== undefined && { pausedAt }),
    ...(pauseReason !== undefined && { pauseReason }),
    ...(context.gap('email.optional-settings') === 'shown' && {
      bouncePausePct: context.fill('email.bounce-pause-pct'),
      complaintPausePct: context.fill('email.complaint-pause-pct'),
      acceptedToday: acceptedToday(context, org),
    }),
  }
}

function acceptedToday(context: Reader, org: string): number {
  context.cite(acceptedCounted)
  return acceptedOn(context, org, context.nowMs)
}
