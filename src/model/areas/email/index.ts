import type { AreaModel } from '../area.ts'
import { getDomainDns } from './effects/domains/dns-view.ts'
import * as domains from './effects/domains/domains.ts'
import * as routes from './effects/domains/routes.ts'
import * as messages from './effects/messages/messages.ts'
import { sender, sendMessage } from './effects/sending/send.ts'
import * as sendKeys from './effects/sending/send-keys.ts'
import { getEmailSettings } from './effects/sending/settings.ts'
import { createSuppression, deleteSuppression, listSuppressions } from './effects/sending/suppressions.ts'
import * as deliveries from './effects/webhooks/deliveries.ts'
import * as webhooks from './effects/webhooks/webhooks.ts'
import * as dns from './events/dns.ts'
import * as endpoints from './events/endpoints.ts'
import * as fate from './events/fate.ts'
import * as mail from './events/mail.ts'
import * as staff from './events/staff.ts'
import { EMAIL_RULES } from './rules/index.ts'
import { TIMERS } from './timers.ts'

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
