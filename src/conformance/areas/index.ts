// Derived from src/contract/areas.ts by `npm run generate`. Do not edit.
import type { Area } from '../../contract/areas.ts'
import type { AreaJudge } from '../area-judge/area-judge.ts'
import { clusters } from './clusters/index.ts'
import { email } from './email/index.ts'
import { iam } from './iam/index.ts'
import { oncall } from './oncall/index.ts'
import { organization } from './organization/index.ts'
import { registry } from './registry/index.ts'
import { tokens } from './tokens/index.ts'
import { uptime } from './uptime/index.ts'

/** The judge's knowledge of each area. */
export const AREA_JUDGES: Readonly<Record<Area, AreaJudge>> = {
  tokens,
  iam,
  organization,
  registry,
  email,
  oncall,
  clusters,
  uptime,
}
