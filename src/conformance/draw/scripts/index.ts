import { ACCESS_SCRIPTS } from './access-control.ts'
import { CLUSTER_SCRIPTS } from './clusters.ts'
import { EMAIL_DELIVERY_SCRIPTS } from './email-deliveries.ts'
import { EMAIL_DOMAIN_SCRIPTS } from './email-domains.ts'
import { EMAIL_MAIL_SCRIPTS } from './email-mail.ts'
import { EMAIL_ROUTE_SCRIPTS } from './email-routes.ts'
import { EMAIL_SENDING_SCRIPTS } from './email-sending.ts'
import { EXCHANGE_SCRIPTS } from './exchange.ts'
import { INCIDENT_SCRIPTS } from './incidents.ts'
import { LIVE_RESOURCE_SCRIPTS } from './live-resources.ts'
import { PAGING_SCRIPTS } from './paging.ts'
import { REGISTRY_SCRIPTS } from './registries.ts'
import { SCHEDULE_SCRIPTS } from './schedules.ts'
import type { Script } from './script.ts'
import { TOKEN_SCRIPTS } from './tokens.ts'
import { UPTIME_SCRIPTS } from './uptime.ts'

/** Every script, by subject. */
export const SCRIPTS: readonly Script[] = [
  ...TOKEN_SCRIPTS,
  ...INCIDENT_SCRIPTS,
  ...SCHEDULE_SCRIPTS,
  ...PAGING_SCRIPTS,
  ...UPTIME_SCRIPTS,
  ...ACCESS_SCRIPTS,
  ...LIVE_RESOURCE_SCRIPTS,
  ...REGISTRY_SCRIPTS,
  ...EXCHANGE_SCRIPTS,
  ...EMAIL_DOMAIN_SCRIPTS,
  ...EMAIL_ROUTE_SCRIPTS,
  ...EMAIL_MAIL_SCRIPTS,
  ...EMAIL_SENDING_SCRIPTS,
  ...EMAIL_DELIVERY_SCRIPTS,
  ...CLUSTER_SCRIPTS,
]
