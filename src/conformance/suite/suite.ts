import type { Area } from '../../contract/areas.ts'
import { SUITES } from './generated/index.ts'
import type { SuiteSequence } from './suite-sequence.ts'

/** What was found by searching the model of an area, the sequences that tell most first. */
export const suiteOf = (area: Area): readonly SuiteSequence[] => SUITES[area] ?? []
