import type { ApiStep } from './api-exchange.ts'
import { entityTag, holdsTag } from './entity-tag.ts'

/** Puts an ETag on what was read, where answers have tags; 304 when If-None-Match names it. */
export const tagAnswer: ApiStep = (exchange, next) => {
  const answer = next(exchange)
  const { sandbox, request, gaps } = exchange
  if (sandbox.holder.gaps.value('general.etag') === 'absent') return answer
  const { method, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || answer.status !== 200 || answer.body === undefined) return answer
  gaps.read('general.etag')
  const tag = entityTag(sandbox.mock.platform.hashes, answer.body)
  const why = { ...answer.why, gaps: [...new Set([...answer.why.gaps, ...gaps.consulted])] }
  const known = headers['if-none-match']
  return known !== undefined && holdsTag(known, tag)
    ? { ...answer, status: 304, headers: { ETag: tag }, body: undefined, why }
    : { ...answer, headers: { ...answer.headers, ETag: tag }, why }
}
