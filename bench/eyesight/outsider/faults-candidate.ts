import { INCIDENT_FAULTS } from './candidate-incidents.ts'
import { ONCALL_FAULTS } from './candidate-oncall.ts'
import { TOKEN_FAULTS } from './candidate-tokens.ts'
import { UPTIME_FAULTS } from './candidate-uptime.ts'
import type { OutsiderFault } from './fault.ts'

/** Sixty mistakes in the first candidate. */
export const CANDIDATE_FAULTS: readonly OutsiderFault[] = [
  ...TOKEN_FAULTS,
  ...INCIDENT_FAULTS,
  ...ONCALL_FAULTS,
  ...UPTIME_FAULTS,
]
