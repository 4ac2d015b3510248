import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutsiderFault } from '../fault.ts'

const of = (whose: string): readonly OutsiderFault[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, whose, 'mistakes.json'), 'utf8'))

/** Of two people, who did not know of each other; each shows theirs by a prove.py. */
export const TWENTIETH_IN_SIXTH = of('one')
export const TWENTIETH_IN_FOURTH = of('other')
