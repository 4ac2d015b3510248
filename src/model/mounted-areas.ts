// Derived from src/contract/areas.ts by `npm run generate`. Do not edit.
import type { Area } from '../contract/areas.ts'
import type { AreaModel } from './areas/area.ts'
import { clusters } from './areas/clusters/index.ts'
import { CLUSTERS_TABLES } from './areas/clusters/state/index.ts'
import { email } from './areas/email/index.ts'
import { EMAIL_TABLES } from './areas/email/state/index.ts'
import { iam } from './areas/iam/index.ts'
import { oncall } from './areas/oncall/index.ts'
import { ONCALL_TABLES } from './areas/oncall/state/index.ts'
import { organization } from './areas/organization/index.ts'
import { ORGANIZATION_TABLES } from './areas/organization/state/index.ts'
import { registry } from './areas/registry/index.ts'
import { REGISTRY_TABLES } from './areas/registry/state/index.ts'
import { tokens } from './areas/tokens/index.ts'
import { TOKENS_TABLES } from './areas/tokens/state/index.ts'
import { uptime } from './areas/uptime/index.ts'
import { UPTIME_TABLES } from './areas/uptime/state/index.ts'

/** The areas the model simulates, each in the same shape. */
export const AREA_MODELS: Readonly<Record<Area, AreaModel>> = {
  tokens,
  iam,
  organization,
  registry,
  email,
  oncall,
  clusters,
  uptime,
}

/** The tables they keep. */
export const AREA_TABLES = {
  ...TOKENS_TABLES,
  ...ORGANIZATION_TABLES,
  ...REGISTRY_TABLES,
  ...EMAIL_TABLES,
  ...ONCALL_TABLES,
  ...CLUSTERS_TABLES,
  ...UPTIME_TABLES,
}
