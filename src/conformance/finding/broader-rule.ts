import { RULES } from '../../model/model.ts'
import type { Refusal } from '../../model/rules/rule.ts'
import type { Finding } from './finding.ts'

/**
 * Rules about who may do what to which thing, from broad to narrow. A target that breaks one of them breaks those after it
 * as well, where they are asked about: whoever lets everybody in lets in those whose credential has expired.
 */
const LADDER: readonly ((rule: Refusal) => boolean)[] = [
  ({ id }) => id.startsWith('general.caller-needed'),
  ({ id }) => id === 'general.credential-unknown',
  ({ stage }) => stage === 'authentication',
  ({ stage }) => stage === 'entitlement',
  ({ stage }) => stage === 'permission',
  ({ id }) => id.startsWith('general.unknown-resource'),
  ({ stage }) => stage === 'existence',
]

export const CALLER_NEEDED = 0
export const CREDENTIAL_KNOWN = 1
export const THING_KNOWN = 5

const refusals = new Map(RULES.flatMap((rule) => (rule.kind === 'refusal' ? [[rule.id, rule] as const] : [])))

/** The rung of the ladder with the rule of a finding; undefined: the finding is about something else. */
export function rungOf(finding: Finding): number | undefined {
  if (finding.code === 'holds' && (finding.why === 'elsewhere' || finding.why === 'hidden-from-caller'))
    return LADDER.length
  const rule = finding.code === 'accepted' ? refusals.get(finding.rule) : undefined
  const rung = rule ? LADDER.findIndex((fits) => fits(rule)) : -1
  return rung < 0 ? undefined : rung
}
