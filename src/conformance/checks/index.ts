import { aboutElsewhere } from './about-elsewhere.ts'
import { askedLifetimes } from './asked-lifetimes.ts'
import { beyondSight } from './beyond-sight.ts'
import type { Check } from './check.ts'
import { foreignReferences } from './foreign-references.ts'
import { lastUse } from './last-use.ts'
import { letThrough } from './let-through.ts'
import { machine } from './machine.ts'
import { narrowedReach } from './narrowed-reach.ts'
import { pastRecords } from './past-records.ts'
import { readOnly } from './read-only.ts'
import { readableOffered } from './readable-offered.ts'
import { sameResources } from './same-resources.ts'
import { schema } from './schema.ts'
import { secrets } from './secrets.ts'
import { thingsOfOthers } from './things-of-others.ts'
import { toldOfOthers } from './told-of-others.ts'

/** The checks of every answer. Those of one area stand with the area. */
export const GENERAL_CHECKS: readonly Check[] = [
  schema,
  secrets,
  machine,
  foreignReferences,
  aboutElsewhere,
  lastUse,
  askedLifetimes,
  thingsOfOthers,
  toldOfOthers,
  pastRecords,
  readableOffered,
  sameResources,
  beyondSight,
  readOnly,
  letThrough,
  narrowedReach,
]
