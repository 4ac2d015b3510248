import type { Finding } from './finding.ts'
import { subjectOf } from './key.ts'
import { type Worded, worded } from './words.ts'

/** A finding as reports and saved scenarios show it. */
export interface ToldFinding extends Worded {
  readonly severity: Finding['severity']
  readonly check: string
  readonly operation: string
  readonly rules: readonly string[]
  readonly code: Finding['code']
  /** The part of the answer. With the check and the operation it decides whether two findings are the same. */
  readonly subject: string
  readonly entity?: string
  readonly id?: string
  readonly path?: string
}

export function told(finding: Finding): ToldFinding {
  const { severity, check, operation, rules, code } = finding
  const place = 'path' in finding ? [finding.path].flat().join('.') : undefined
  return {
    severity,
    check,
    operation,
    rules,
    code,
    subject: subjectOf(finding),
    ...worded(finding),
    ...('entity' in finding && { entity: finding.entity }),
    ...('id' in finding && finding.id !== undefined && { id: finding.id }),
    ...(place && { path: place }),
  }
}
