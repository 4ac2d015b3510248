import type { SuiteSequence } from '../suite-sequence.ts'

export const SUITES: Readonly<Record<string, readonly SuiteSequence[]>> = {}
