import { isUtf8 } from 'node:buffer'
import type { Operation } from '../../../src/contract/operations.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Problem } from '../../http/problem.ts'
import type { WireRequest } from '../../http/wire.ts'

export type BodyRead = { readonly body: unknown } | { readonly problem: Problem }

/** The body an operation gets, under what the gaps say about sizes, content types and malformed JSON. */
export function readJsonBody(operation: Operation, { headers, body }: WireRequest, ask: GapReader): BodyRead {
  if (body === 'too large') return { problem: tooLarge(ask) }
  if (!operation.body) return body.length > 0 ? unexpected(ask) : { body: undefined }
  if (body.length === 0) {
    const empty = operation.body.required && ask.gap('general.missing-body') === 'empty-object'
    return { body: empty ? {} : undefined }
  }
  const problem = contentTypeProblem(headers['content-type'], ask)
  if (problem) return { problem }
  const parsed = parseJson(body)
  return 'mistake' in parsed
    ? { problem: { status: ask.gap('general.malformed-json-status'), code: 'malformed-json', message: parsed.mistake } }
    : { body: parsed.value }
}

/** Bytes as JSON; a mistake in words when they are not. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | { readonly mistake: string } {
  if (!isUtf8(bytes)) return { mistake: 'the body is not UTF-8' }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    return { value: JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) }
  } catch {
    return { mistake: 'the body is not JSON' }
  }
}

const BYTE_ORDER_MARK = '\ufeff'

function tooLarge(ask: GapReader): Problem {
  const most = ask.gap('general.maximum-body-bytes')
  return {
    status: ask.gap('general.body-too-large-status'),
    code: 'body-too-large',
    message: `the body has more than ${most} bytes`,
  }
}

function unexpected(ask: GapReader): BodyRead {
  if (ask.gap('general.unexpected-body') === 'ignore') return { body: undefined }
  const status = ask.gap('general.validation-status')
  return { problem: { status, code: 'unexpected-body', message: 'no body is expected here' } }
}

function contentTypeProblem(given: string | undefined, ask: GapReader): Problem | undefined {
  if (given === 'application/json') return undefined
  const type = given?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || /^[\w.+-]+\/[\w.-]+\+json$/.test(type)) return undefined
  const verdict = type === '' ? ask.gap('general.missing-content-type') : ask.gap('general.wrong-content-type')
  if (verdict === 'accept') return undefined
  const message = `the Content-Type must be application/json${type === '' ? '' : `, not ${type}`}`
  return { status: ask.gap('general.content-type-status'), code: 'content-type', message }
}
