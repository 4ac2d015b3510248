// Written by `node bench/mutants/search.ts --keep`; what it is: src/conformance/suite/suite-sequence.ts.
import type { SuiteSequence } from '../suite-sequence.ts'
import { CLUSTERS_SUITE } from './clusters.ts'
import { EMAIL_SUITE } from './email.ts'
import { IAM_SUITE } from './iam.ts'
import { ONCALL_SUITE } from './oncall.ts'
import { ORGANIZATION_SUITE } from './organization.ts'
import { REGISTRY_SUITE } from './registry.ts'
import { TOKENS_SUITE } from './tokens.ts'
import { UPTIME_SUITE } from './uptime.ts'

export const SUITES: Readonly<Record<string, readonly SuiteSequence[]>> = {
  clusters: CLUSTERS_SUITE,
  email: EMAIL_SUITE,
  iam: IAM_SUITE,
  oncall: ONCALL_SUITE,
  organization: ORGANIZATION_SUITE,
  registry: REGISTRY_SUITE,
  tokens: TOKENS_SUITE,
  uptime: UPTIME_SUITE,
}
