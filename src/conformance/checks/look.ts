import type { Finding } from '../finding/finding.ts'
import type { Answered } from '../shadow/answered.ts'
import { memoryOf, withMemory } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { Check } from './check.ts'

/** Runs every check on a response. Returns the findings, and the shadow with the memories of the checks. */
export function lookWith(
  checks: readonly Check[],
  answered: Answered,
): { readonly findings: readonly Finding[]; readonly shadow: Shadow } {
  const findings: Finding[] = []
  let { shadow } = answered
  for (const check of checks) {
    const { found, memory } = check.look(answered, memoryOf(shadow, check))
    shadow = withMemory(shadow, check, memory)
    const severity = check.provenance === 'stated' ? 'failure' : 'warning'
    for (const one of found) findings.push({ ...one, severity, check: check.name, operation: answered.operation.id })
  }
  return { findings, shadow }
}
