import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Answer, WireRequest } from '../../http/wire.ts'
import { nodeCrypto } from '../../on-demand.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'

/** The tag of a representation. */
export const etagOf = (body: string): string =>
  `"${nodeCrypto().createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether a list of tags, as If-Match and If-None-Match have it, holds this one (RFC 9110, 13.1). */
export function holdsTag(list: string, tag: string): boolean {
  return list.trim() === '*' || list.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** What was read with its tag, or that it is still the same, where answers have tags. */
export function withEtag(
  { holder }: Sandbox,
  { method, headers }: WireRequest,
  answer: Answer,
  ask: GapReader,
): Answer {
  if (holder.gaps.value('general.etag') === 'absent') return answer
  if ((method !== 'GET' && method !== 'HEAD') || answer.status !== 200 || answer.body === undefined) return answer
  ask.gap('general.etag')
  const tag = etagOf(answer.body)
  const why = { ...answer.why, gaps: [...new Set([...answer.why.gaps, ...ask.asked])] }
  const asked = headers['if-none-match']
  return asked !== undefined && holdsTag(asked, tag)
    ? { ...answer, status: 304, headers: { ETag: tag }, body: undefined, why }
    : { ...answer, headers: { ...answer.headers, ETag: tag }, why }
}
