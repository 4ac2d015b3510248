import { clusters } from './catalogue/clusters.ts'
import { email } from './catalogue/email.ts'
import { iam } from './catalogue/iam.ts'
import { oncall } from './catalogue/oncall.ts'
import { organization } from './catalogue/organization.ts'
import { registry } from './catalogue/registry.ts'
import { tokens } from './catalogue/tokens.ts'
import { uptime } from './catalogue/uptime.ts'
import type { Area, Fault } from './fault.ts'

const BY_AREA: Readonly<Record<Area, readonly Fault[]>> = {
  tokens,
  iam,
  organization,
  registry,
  email,
  oncall,
  clusters,
  uptime,
}

/** Every fault, area by area. */
export const catalogue: readonly Fault[] = Object.values(BY_AREA).flat()
