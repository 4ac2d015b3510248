import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { contacts } from './checks/contacts.ts'
import { ORGANIZATION_SCRIPTS } from './scripts.ts'
import { ORGANIZATION_SINGLETONS } from './singletons.ts'
import { ORGANIZATION_TWISTS } from './twists.ts'
import { ORGANIZATION_VALUES } from './values.ts'

export const organization: AreaJudge = {
  operations: {},
  values: ORGANIZATION_VALUES,
  fixtures: {},
  twists: ORGANIZATION_TWISTS,
  scripts: ORGANIZATION_SCRIPTS,
  events: {},
  switches: [],
  quotas: [],
  scopedBy: [],
  startUp: {},
  singletons: ORGANIZATION_SINGLETONS,
  cleanUp: {},
  comparators: {},
  checks: [contacts],
  excuses: [],
}
