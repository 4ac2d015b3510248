import type { Finding } from '../finding/finding.ts'
import type { Answered } from '../shadow/answered.ts'
import { memoryOf, type Remembering, withMemories } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { Check } from './check.ts'

/** Runs every check on a response. Returns the findings, and the shadow with the memories of the checks. */
export function lookWith(
  checks: readonly Check[],
  answered: Answered,
): { readonly findings: readonly Finding[]; readonly shadow: Shadow } {
  const findings: Finding[] = []
  const changed: [Remembering<unknown>, unknown][] = []
  for (const check of checks) {
    const before = memoryOf(answered.shadow, check)
    const { found, memory } = check.look(answered, before)
    if (memory !== before) changed.push([check, memory])
    if (found.length === 0) continue
    const severity = check.provenance === 'stated' ? 'failure' : 'warning'
    for (const one of found) findings.push({ ...one, severity, check: check.name, operation: answered.operation.id })
  }
  return { findings, shadow: withMemories(answered.shadow, changed) }
}
