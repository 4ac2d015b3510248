import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutsiderFault } from '../fault.ts'

/** Of two people, who did not know of each other; each shows theirs by a prove.py. */
export const TWENTY_FIRST: readonly OutsiderFault[] = ['one', 'other'].flatMap((whose) =>
  JSON.parse(readFileSync(join(import.meta.dirname, whose, 'mistakes.json'), 'utf8')),
)
