import type { Operation } from '../../contract/operations.ts'
import type { SpecSource } from '../../contract/source.ts'
import { isAbout, type Rule } from './rule.ts'

/** Checks that the rules and the contract's data agree; each sentence is one disagreement. */
export function lintRules(
  source: SpecSource,
  operations: readonly Operation[],
  rules: readonly Rule[],
): { check: string; message: string }[] {
  return [
    ...uncovered(source, operations, rules).map((message) => ({ check: 'rules-cover-checklist', message })),
    ...twice(rules).map((message) => ({ check: 'rule-ids-unique', message })),
    ...rules.flatMap((rule) => unknownParts(source, rule)).map((message) => ({ check: 'rules-resolve', message })),
    ...rules
      .flatMap((rule) => statusMistakes(operations, rule))
      .map((message) => ({ check: 'rule-statuses', message })),
  ]
}

function uncovered(source: SpecSource, operations: readonly Operation[], rules: readonly Rule[]): string[] {
  const byRule = new Set<string>(rules.flatMap(({ checklist }) => checklist))
  const byRow = new Set(source.machines.flatMap(({ rows }) => rows.flatMap(({ rule }) => rule ?? [])))
  const named = new Set(operations.flatMap(({ checklist }) => checklist))
  return Object.entries(source.checklist)
    .filter(([id, { inSchemas }]) => !byRule.has(id) && !byRow.has(id) && !inSchemas)
    .map(
      ([id]) => `${id} is covered by no rule and no machine row${named.has(id) ? ', though operations name it' : ''}`,
    )
}

function twice(rules: readonly Rule[]): string[] {
  const ids = rules.map(({ id }) => id)
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map((id) => `there are two rules ${id}`)
}

function unknownParts(source: SpecSource, rule: Rule): string[] {
  const gap =
    rule.kind === 'refusal' && typeof rule.status === 'string' && !(rule.status in source.gaps)
      ? [`${rule.id}: there is no gap ${rule.status}`]
      : []
  const lines = rule.checklist
    .filter((id) => !(id in source.checklist))
    .map((id) => `${rule.id}: there is no checklist line ${id}`)
  return [...gap, ...lines]
}

/** A status that a rule states is in the description of every operation it can refuse. */
function statusMistakes(operations: readonly Operation[], rule: Rule): string[] {
  if (rule.kind !== 'refusal' || typeof rule.status !== 'number' || rule.provenance === 'assumed') return []
  const { status, id } = rule
  const meant = operations.filter((operation) => isAbout(rule, operation))
  return meant
    .filter(({ responses }) => !responses.has(String(status)))
    .map((operation) => `${id}: ${operation.id} does not describe ${status}`)
}
