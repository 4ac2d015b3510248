import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutsiderFault } from '../fault.ts'

/** Of two people, who did not know of each other; each shows theirs by a prove.py. */
const of = (whose: string): readonly OutsiderFault[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, whose, 'mistakes.json'), 'utf8'))

export const FORTY_SECOND_IN_SIXTH = of('one')
export const FORTY_SECOND_IN_FOURTEENTH = of('other')
