import type { Operation } from '../../../src/contract/operations.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import { parseJson } from '../../http/parse-json.ts'
import type { Problem } from '../../http/problem.ts'
import type { WireRequest } from '../../http/wire.ts'

export type BodyRead = { readonly body: unknown } | { readonly problem: Problem }

/** The body an operation gets, under what the gaps say about sizes, content types and malformed JSON. */
export function readJsonBody(operation: Operation, { headers, body }: WireRequest, gaps: GapReader): BodyRead {
  if (body === 'too large') return { problem: tooLarge(gaps) }
  if (!operation.body) return body.length > 0 ? unexpected(gaps) : { body: undefined }
  if (body.length === 0) {
    const empty = operation.body.required && gaps.read('general.missing-body') === 'empty-object'
    return { body: empty ? {} : undefined }
  }
  const problem = contentTypeProblem(headers['content-type'], gaps)
  if (problem) return { problem }
  const parsed = parseJson(body)
  return 'mistake' in parsed
    ? {
        problem: {
          status: gaps.read('general.malformed-json-status'),
          code: 'malformed-json',
          message: parsed.mistake,
        },
      }
    : { body: parsed.value }
}

function tooLarge(gaps: GapReader): Problem {
  const most = gaps.read('general.maximum-body-bytes')
  return {
    status: gaps.read('general.body-too-large-status'),
    code: 'body-too-large',
    message: `the body has more than ${most} bytes`,
  }
}

function unexpected(gaps: GapReader): BodyRead {
  if (gaps.read('general.unexpected-body') === 'ignore') return { body: undefined }
  const status = gaps.read('general.validation-status')
  return { problem: { status, code: 'unexpected-body', message: 'no body is expected here' } }
}

function contentTypeProblem(given: string | undefined, gaps: GapReader): Problem | undefined {
  if (given === 'application/json') return undefined
  const type = given?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || /^[\w.+-]+\/[\w.-]+\+json$/.test(type)) return undefined
  const verdict = type === '' ? gaps.read('general.missing-content-type') : gaps.read('general.wrong-content-type')
  if (verdict === 'accept') return undefined
  const message = `the Content-Type must be application/json${type === '' ? '' : `, not ${type}`}`
  return { status: gaps.read('general.content-type-status'), code: 'content-type', message }
}
