// Derived from spec/ by `npm run generate`. Do not edit.
import type { SpecSource } from '../source.ts'
declare const source: SpecSource
export default source
