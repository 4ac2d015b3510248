import type { OutsiderFault } from './fault.ts'
import { CLUSTER_FAULTS } from './second-clusters.ts'
import { EMAIL_FAULTS } from './second-email.ts'
import { ORGANIZATION_FAULTS } from './second-organization.ts'
import { REGISTRY_FAULTS } from './second-registry.ts'

/** Sixty-one mistakes in the second candidate. */
export const SECOND_CANDIDATE_FAULTS: readonly OutsiderFault[] = [
  ...ORGANIZATION_FAULTS,
  ...REGISTRY_FAULTS,
  ...EMAIL_FAULTS,
  ...CLUSTER_FAULTS,
]
