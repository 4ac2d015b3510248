import type { SpecSource } from '../source.ts'
import { annotationsValid } from './annotation-checks.ts'
import { checklistCovered } from './checklist-checks.ts'
import { propertiesDescribed } from './description-checks.ts'
import { examplesFit, examplesPresent } from './example-checks.ts'
import { gapDefaults, gapsUsed, openPointsExist } from './gap-checks.ts'
import { machineRows } from './machine-checks.ts'
import { operationHasPart, operationPlaces, referencesResolve } from './operation-checks.ts'
import { type Check, readSubject } from './subject.ts'

export interface Finding {
  readonly check: string
  readonly message: string
}

/** Looks the whole contract over for things that do not fit together. */
export function lintSpec(source: SpecSource): Finding[] {
  const subject = readSubject(source)
  return Object.entries(CHECKS).flatMap(([check, run]) => run(subject).map((message) => ({ check, message })))
}

const CHECKS: Readonly<Record<string, Check>> = {
  'annotations-valid': annotationsValid,
  'operation-has-part': operationHasPart,
  'operation-places': operationPlaces,
  'references-resolve': referencesResolve,
  'machine-rows': machineRows,
  'gap-defaults': gapDefaults,
  'gaps-used': gapsUsed,
  'open-points-exist': openPointsExist,
  'checklist-covered': checklistCovered,
  'properties-described': propertiesDescribed,
  'examples-present': examplesPresent,
  'examples-fit': examplesFit,
}
