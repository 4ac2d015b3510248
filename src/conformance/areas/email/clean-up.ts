import { apply } from '../../../model/world/world.ts'
import type { CleanUp } from '../../area-judge/clean-up.ts'
import { PLENTY } from '../../kit/switch.ts'
import type { Session } from '../../session/session.ts'
import { rowsOf } from '../../shadow/rows.ts'
import type { Shadow } from '../../shadow/shadow.ts'

/** Bounces and complaints may have paused sending, and only staff lift that (Events, point 3). */
async function unpause({ driver }: Session, { world }: Shadow): Promise<void> {
  const paused = rowsOf(world, 'EmailSettings').some((settings) => settings.paused)
  if (paused && driver.can('sendingUnpaused')) await driver.cause('sendingUnpaused', {}).catch(() => undefined)
}

/** A daily quota that a sequence has set is raised for the next ones, which know of it. */
async function raiseQuota(session: Session, { world }: Shadow): Promise<void> {
  for (const settings of rowsOf(world, 'EmailSettings')) {
    const before = rowsOf(session.base, 'EmailSettings').find(({ org }) => org === settings.org)
    if (settings.dailyQuota === before?.dailyQuota) continue
    await session.driver.cause('quotaChanges', { organization: settings.org, quota: 'daily-email', value: PLENTY })
    const raised = { ...settings, dailyQuota: PLENTY, paused: false, pausedAt: undefined, pauseReason: undefined }
    session.base = apply(session.base, [{ kind: 'put', table: 'EmailSettings', row: raised }])
  }
}

export const EMAIL_CLEAN_UP: CleanUp = {
  async putRight(session, shadow) {
    await unpause(session, shadow)
    await raiseQuota(session, shadow)
  },
}
