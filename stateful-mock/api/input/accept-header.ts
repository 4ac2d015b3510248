import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Problem } from '../../http/problem.ts'

/**
 * Refuses an Accept header that rules out JSON, where a gap says so. 406 is HTTP's status for it (RFC 9110, 15.5.7).
 */
export function acceptProblem(accept: string | undefined, gaps: GapReader): Problem | undefined {
  if (accept === undefined || takesJson(accept)) return undefined
  if (gaps.read('general.not-acceptable') === 'ignore') return undefined
  return { status: 406, code: 'not-acceptable', message: 'answers are application/json' }
}

function takesJson(accept: string): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const excluded = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    return !excluded && ['*/*', 'application/*', 'application/json'].includes(type)
  })
}
