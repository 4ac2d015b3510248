import type { ChoiceEvidence } from '../finding/finding.ts'
import type { Answered } from '../shadow/answered.ts'
import { type Assignment, deviationsFrom, NO_DEVIATION } from '../shadow/choices.ts'
import { type Explained, fits } from './explain.ts'

/** What an answer proves about a choice of the target; nothing if choices at different gaps would explain it as well. */
export function choiceEvidence(answered: Answered, explained: Explained): ChoiceEvidence | undefined {
  const { operation, request } = answered
  const at = `${operation.id} ${request.credential}`
  const { sole, assignment, outcome } = explained
  if (sole && typeof sole.rule.status === 'string')
    return { gap: sole.rule.status, at: `${at} ${sole.rule.id}`, values: [answered.received.status] }
  if (assignment.size !== 1 || !fits(answered, assignment)) return undefined
  const { contract, shadow } = answered
  const others = [...deviationsFrom(contract, shadow, NO_DEVIATION, outcome.gaps)]
  const fitting = others.filter((one) => fits(answered, one)).flatMap((one: Assignment) => [...one])
  const [gap, ...more] = new Set(fitting.map(([name]) => name))
  return gap && more.length === 0 ? { gap, at, values: fitting.map(([, value]) => value) } : undefined
}
