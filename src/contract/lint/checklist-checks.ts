import { checklistInParts } from './annotations.ts'
import type { Check } from './subject.ts'

export const checklistCovered: Check = ({ source, operations, doors }) => {
  const covered = new Set([
    ...[...operations, ...doors].flatMap((operation) => operation.checklist),
    ...checklistInParts(source.api),
    ...source.machines.flatMap(({ rows, closed = {} }) => [
      ...rows.flatMap((row) => row.rule ?? []),
      ...Object.values(closed),
    ]),
  ])
  return [
    ...Object.keys(source.checklist)
      .filter((id) => !covered.has(id))
      .map((id) => `${id} is covered by no operation, machine row or response`),
    ...[...covered]
      .filter((id) => !(id in source.checklist))
      .map((id) => `there is no checklist line ${id}, but something refers to it`),
  ]
}
