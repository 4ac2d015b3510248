import { INCIDENT_SCRIPTS } from './incidents.ts'
import { PAGING_SCRIPTS } from './paging.ts'
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
]
