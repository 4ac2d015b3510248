import type { Check } from './check.ts'
import { listed } from './listed.ts'
import { machine } from './machine.ts'
import { schema } from './schema.ts'
import { secrets } from './secrets.ts'

/** The checks of every answer. Those of one area stand with the area. */
export const GENERAL_CHECKS: readonly Check[] = [listed, schema, secrets, machine]
