import type { components } from '../../src/contract/generated/control.ts'
import { starFits } from '../../src/contract/text/star-pattern.ts'
import { mismatches } from '../http/mismatches.ts'
import { parseJson } from '../http/parse-json.ts'
import { parseTarget } from '../http/request-target.ts'
import type { WireRequest } from '../http/wire.ts'

export type RequestMatch = components['schemas']['RequestMatch']

/** A request that a fault may apply to. */
export interface FaultCandidate {
  readonly request: WireRequest
  /** Name of the caller; worked out only when a fault asks for it. */
  readonly actor: () => string | undefined
}

/** True if a request matches. */
export function matches(match: RequestMatch, { request, actor }: FaultCandidate): boolean {
  const { path, query } = parseTarget(request.target)
  if (match.path !== undefined && !pathFits(match.path, path)) return false
  if (match.query && !hasAll(match.query, (name) => new URLSearchParams(query).get(name))) return false
  if (match.headers && !hasAll(match.headers, (name) => request.headers[name.toLowerCase()])) return false
  if (match.actor !== undefined && match.actor !== actor()) return false
  return !('body' in match) || hasBody(request, match.body)
}

const hasAll = (wanted: Readonly<Record<string, string>>, read: (name: string) => string | null | undefined): boolean =>
  Object.entries(wanted).every(([name, value]) => read(name) === value)

function hasBody({ body }: WireRequest, wanted: unknown): boolean {
  if (body === 'too large' || body.length === 0) return false
  const parsed = parseJson(body)
  return 'value' in parsed && mismatches(parsed.value, wanted).length === 0
}

/** A star is any text within a segment. */
function pathFits(pattern: string, path: string): boolean {
  const [patterns, segments] = [pattern.split('/'), path.split('/')]
  return patterns.length === segments.length && patterns.every((part, index) => starFits(part, segments[index] ?? ''))
}
