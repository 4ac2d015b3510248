import { validatorFor } from '../schema/schema-compiler.ts'
import { openPoints } from './annotations.ts'
import { type Check, triggerExists } from './subject.ts'

export const gapDefaults: Check = ({ source }) =>
  Object.entries(source.gaps).flatMap(([id, { default: value, schema }]) =>
    validatorFor(schema)(value).map(({ message }) => `gap ${id}: its own default does not fit: ${message}`),
  )

export const gapsUsed: Check = (subject) =>
  Object.entries(subject.source.gaps).flatMap(([id, { influences }]) =>
    influences
      .filter((target) => target !== 'all' && !target.startsWith('area:') && !triggerExists(target, subject))
      .map((target) => `gap ${id}: ${target} is not an operation, event or area`),
  )

export const openPointsExist: Check = ({ source }) => {
  const named = [...new Set([...openPoints(source.api), ...openPoints(source.sideDoors)])]
  return named
    .filter((id) => !(id in source.gaps))
    .map((id) => `there is no gap ${id}, but the description refers to it`)
}
