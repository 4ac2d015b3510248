import type { AreaModel } from '../area.ts'
import { getIamCatalog } from './effects/catalog.ts'
import { listPermissions } from './effects/permissions.ts'
import { roleChanges } from './events.ts'
import { IAM_RULES } from './rules/index.ts'

export const iam: AreaModel = {
  rules: IAM_RULES,
  effects: { getIamCatalog, listPermissions },
  events: { roleChanges },
  timers: {},
}
