import { isObject } from '../../../contract/json.ts'
import { apply } from '../../../model/world/world.ts'
import type { CleanUp, Provokes } from '../../area-judge/clean-up.ts'
import { PLENTY } from '../../kit/switch.ts'
import type { Session } from '../../session/session.ts'
import { sendAside } from '../../session/to-send.ts'
import { rowsOf } from '../../shadow/rows.ts'
import type { Shadow } from '../../shadow/shadow.ts'
import { plainRequest } from '../../step/plain-request.ts'

/**
 * Bounces and complaints may have paused sending, and only staff lift that (Events, point 3). From how many on is open, and
 * of how many messages, so whatever becomes of mail may be what does it: the target is asked.
 */
async function unpause(session: Session, { world, caused }: Shadow, actor: string): Promise<void> {
  const { driver } = session
  const believed = rowsOf(world, 'EmailSettings').some((settings) => settings.paused)
  const mayBe = ABOUT_MAIL.some((event) => caused.has(event))
  if (!driver.can(EMAIL_PROVOKES.liftedBy) || !(believed || mayBe)) return
  // Where reads are late it is quicker to lift what may not be there than to wait until it shows.
  if (believed || session.late || (await showsPause(session, actor)))
    await driver.cause(EMAIL_PROVOKES.liftedBy, {}).catch(() => undefined)
}

async function showsPause(session: Session, actor: string): Promise<boolean> {
  const exchange = await sendAside(session, plainRequest({ operation: 'getEmailSettings' }, actor))
  const shown = exchange.answered ? exchange.received.json : undefined
  return isObject(shown) && shown.paused === true
}

/** The events that may stop all sending, and those that end the stop. */
export const EMAIL_PROVOKES: Provokes = {
  events: ['messageBounced', 'messageComplained'],
  liftedBy: 'sendingUnpaused',
}

const ABOUT_MAIL = [...EMAIL_PROVOKES.events, 'messageSent', 'messageDelivered'] as const

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
  provokes: EMAIL_PROVOKES,
  async putRight(session, shadow, actor) {
    await unpause(session, shadow, actor)
    await raiseQuota(session, shadow)
  },
}
