import { CLUSTERS } from './clusters.ts'
import { EMAIL } from './email.ts'
import { IAM } from './iam.ts'
import type { Mistakes } from './mistake.ts'
import { ONCALL } from './oncall.ts'
import { ORGANIZATION } from './organization.ts'
import { REGISTRY } from './registry.ts'
import { TOKENS } from './tokens.ts'
import { UPTIME } from './uptime.ts'

export const MISTAKES: Mistakes = {
  ...TOKENS,
  ...IAM,
  ...ORGANIZATION,
  ...REGISTRY,
  ...EMAIL,
  ...ONCALL,
  ...CLUSTERS,
  ...UPTIME,
}
