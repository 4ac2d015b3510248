import type { Area } from '../../contract/areas.ts'
import { SUITES } from './generated/index.ts'
import type { SuiteSequence } from './suite-sequence.ts'

/** The sequences found by searching the model of an area, the most telling first. */
export const suiteOf = (area: Area): readonly SuiteSequence[] => SUITES[area] ?? []
