import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutsiderFault } from '../fault.ts'

/** Shown by prove.py, beside this file, in the words of its cases. */
export const NINTH: readonly OutsiderFault[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'mistakes.json'), 'utf8'),
)
