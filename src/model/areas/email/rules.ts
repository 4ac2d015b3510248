import type { Rule } from '../../rule.ts'
import { rulesIn } from '../../rules-in.ts'
import * as access from './rules/access.ts'
import * as domains from './rules/domains.ts'
import * as messages from './rules/messages.ts'
import * as routes from './rules/routes.ts'
import * as sendKeys from './rules/send-keys.ts'
import * as sending from './rules/sending.ts'
import * as suppressions from './rules/suppressions.ts'
import * as webhooks from './rules/webhooks.ts'
import * as ofDomains from './statements/domains.ts'
import * as ofKeys from './statements/keys.ts'
import * as ofMessages from './statements/messages.ts'
import * as ofPosture from './statements/posture.ts'
import * as ofRoutes from './statements/routes.ts'
import * as ofSuppressions from './statements/suppressions.ts'
import * as ofWebhooks from './statements/webhooks.ts'

/** Every rule of the area: what the files of the two folders export. */
export const EMAIL_RULES: readonly Rule[] = [
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
].flatMap((file) => rulesIn(file))
