import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { TOKENS_COMPARATORS } from './comparators.ts'
import { TOKENS_EVENTS } from './events.ts'
import { overTooSoon, TOKENS_EXCUSES, tokenLifetimes } from './lifetimes.ts'
import { mayHoldLess } from './may-hold-less.ts'
import { offeredRoles } from './offered-roles.ts'
import { TOKENS_SCRIPTS } from './scripts.ts'
import { TOKENS_TWISTS } from './twists.ts'
import { TOKENS_VALUES } from './values.ts'

export const tokens: AreaJudge = {
  operations: { createToken: { personal: true } },
  values: TOKENS_VALUES,
  fixtures: {},
  twists: TOKENS_TWISTS,
  scripts: TOKENS_SCRIPTS,
  events: TOKENS_EVENTS,
  switches: [],
  quotas: [],
  scopedBy: [],
  startUp: {},
  singletons: [],
  cleanUp: {},
  comparators: TOKENS_COMPARATORS,
  checks: [tokenLifetimes, overTooSoon, offeredRoles],
  excuses: [...TOKENS_EXCUSES, mayHoldLess],
}
