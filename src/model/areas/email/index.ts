import type { AreaModel } from '../../area.ts'
import * as deliveries from './deliveries.ts'
import { getDomainDns } from './dns-view.ts'
import * as domains from './domains.ts'
import * as dns from './events/dns.ts'
import * as endpoints from './events/endpoints.ts'
import * as fate from './events/fate.ts'
import * as mail from './events/mail.ts'
import * as staff from './events/staff.ts'
import * as messages from './messages.ts'
import * as routes from './routes.ts'
import { EMAIL_RULES } from './rules.ts'
import { sender, sendMessage } from './send.ts'
import * as sendKeys from './send-keys.ts'
import { getEmailSettings } from './settings.ts'
import { createSuppression, deleteSuppression, listSuppressions } from './suppressions.ts'
import { TIMERS } from './timers.ts'
import * as webhooks from './webhooks.ts'

export const email: AreaModel = {
  rules: EMAIL_RULES,
  effects: {
    ...sendKeys,
    ...routes,
    ...domains,
    getDomainDns,
    ...messages,
    getEmailSettings,
    listSuppressions,
    createSuppression,
    deleteSuppression,
    ...webhooks,
    ...deliveries,
    sendMessage,
  },
  events: { ...dns, ...mail, ...fate, ...endpoints, ...staff },
  timers: TIMERS,
  doors: { sendMessage: sender },
}
