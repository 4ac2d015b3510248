import type { Fault } from './fault.ts'
import { CLUSTER_FAULTS } from './faults-clusters.ts'
import { EMAIL_FAULTS } from './faults-email.ts'
import { IMAGE_FAULTS } from './faults-images.ts'
import { MAIL_FAULTS } from './faults-mail.ts'
import { NODE_FAULTS } from './faults-nodes.ts'
import { ORGANIZATION_FAULTS } from './faults-organization.ts'
import { REGISTRY_FAULTS } from './faults-registry.ts'

export interface ListedFault extends Fault {
  readonly area: 'iam' | 'organization' | 'registry' | 'email' | 'clusters'
  readonly variants: readonly ('a' | 'b')[]
  /** Whether requests alone show it. */
  readonly needs: 'api' | 'driver'
}

const AREAS = {
  organization: ORGANIZATION_FAULTS,
  registry: [...REGISTRY_FAULTS, ...IMAGE_FAULTS],
  email: [...EMAIL_FAULTS, ...MAIL_FAULTS],
  clusters: [...CLUSTER_FAULTS, ...NODE_FAULTS],
} as const

/** Every fault, by the area of the operation that shows it. */
export const FAULTS: readonly ListedFault[] = Object.entries(AREAS).flatMap(([area, faults]) =>
  faults.map((fault) => ({
    variants: ['a', 'b'] as const,
    ...fault,
    area: fault.rule.startsWith('IAM') ? 'iam' : (area as keyof typeof AREAS),
    needs: fault.minimal.some((step) => 'event' in step) ? 'driver' : 'api',
  })),
)
