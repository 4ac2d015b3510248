import type { Rule } from '../../../rules/rule.ts'
import { rulesIn } from '../../../rules/rules-in.ts'
import * as ofDomains from '../statements/domains.ts'
import * as ofKeys from '../statements/keys.ts'
import * as ofMessages from '../statements/messages.ts'
import * as ofPosture from '../statements/posture.ts'
import * as ofRoutes from '../statements/routes.ts'
import * as ofSuppressions from '../statements/suppressions.ts'
import * as ofWebhooks from '../statements/webhooks.ts'
import * as access from './access.ts'
import * as domains from './domains.ts'
import * as messages from './messages.ts'
import * as routes from './routes.ts'
import * as sendKeys from './send-keys.ts'
import * as sending from './sending.ts'
import * as suppressions from './suppressions.ts'
import * as webhooks from './webhooks.ts'

/** Every rule of the area: refusals in the order in which they are looked at, and the statements beside them. */
export const EMAIL_RULES: readonly Rule[] = rulesIn<Rule>(
  access,
  sendKeys,
  ofKeys,
  routes,
  ofRoutes,
  domains,
  ofDomains,
  sending,
  messages,
  ofMessages,
  ofPosture,
  suppressions,
  ofSuppressions,
  webhooks,
  ofWebhooks,
)
