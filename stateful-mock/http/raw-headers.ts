import type { Answer } from './wire.ts'

/** The headers of an answer one after the other, name and value, as they are sent. */
export function rawHeadersOf(answer: Answer, byteLength: (text: string) => number): readonly string[] {
  if (answer.rawHeaders) return answer.rawHeaders
  const head: string[] = []
  for (const name in answer.headers) head.push(name, answer.headers[name] ?? '')
  if (answer.body !== undefined) head.push('Content-Length', String(byteLength(answer.body)))
  return head
}
