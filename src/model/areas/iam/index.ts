import type { AreaModel } from '../../area.ts'
import { getIamCatalog } from './catalog.ts'
import { roleChanges } from './events.ts'
import { listPermissions } from './permissions.ts'
import { IAM_RULES } from './rules.ts'

export const iam: AreaModel = {
  rules: IAM_RULES,
  effects: { getIamCatalog, listPermissions },
  events: { roleChanges },
  timers: {},
}
