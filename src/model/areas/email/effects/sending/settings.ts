import type { Effect } from '../../../area.ts'
import { acceptedOn, settingsOf } from '../../queries/sending/posture.ts'
import { acceptedCounted, pauseShown, quotaShown } from '../../statements/posture.ts'

/** The posture can only be read; staff do the rest (Endpoints, Email, row 17). */
export const getEmailSettings: Effect<'getEmailSettings'> = (context) => {
  const { org } = context.caller
  const { dailyQuota, paused, pausedAt, pauseReason } = settingsOf(context, org)
  const own = context.follow(quotaShown) ? dailyQuota : undefined
  const told = context.follow(pauseShown)
  return {
    dailyQuota: own ?? context.fill('email.daily-quota'),
    paused: told && paused,
    ...(told && pausedAt !== undefined && { pausedAt }),
    ...(told && pauseReason !== undefined && { pauseReason }),
    ...(context.gap('email.optional-settings') === 'shown' && {
      bouncePausePct: context.fill('email.bounce-pause-pct'),
      complaintPausePct: context.fill('email.complaint-pause-pct'),
      acceptedToday: context.follow(acceptedCounted) ? acceptedOn(context, org, context.nowMs) : 0,
    }),
  }
}
