import type { GapReader } from '../gaps/gap-reader.ts'
import { REASON_PHRASES } from './reason-phrases.ts'
import { type Answer, jsonAnswer, type Why } from './wire.ts'

/** Why a request is refused before, or instead of, the model having a say. */
export interface Problem {
  readonly status: number
  /** A short name for programs. */
  readonly code: string
  /** A sentence for people. */
  readonly message: string
}

/** An error answer, worded and shaped as the gaps about errors say. */
export function errorAnswer(
  { status, code, message }: Problem,
  gaps: GapReader,
  why: Partial<Why> = {},
  headers: Answer['headers'] = {},
): Answer {
  const words = { sentence: message, code, 'reason-phrase': REASON_PHRASES[status] ?? code }
  const error = NAMING.has(code) ? message : words[gaps.read('general.error-texts')]
  const field = gaps.read('general.error-codes')
  const body = field === null ? { error } : { [field]: code, error }
  const consulted = [...new Set([...(why.gaps ?? []), ...gaps.consulted])].filter((gap) => !WORDING.has(gap))
  return jsonAnswer(status, body, { rules: [], ...why, gaps: consulted }, headers)
}

/** These say what is in the way, whatever the wording (Endpoints, Clusters, upgrade and resize rules, 2 and 3). */
const NAMING = new Set(['node-skew', 'no-headroom'])

/** Open everywhere, so naming them in every answer would hide the others. */
const WORDING = new Set(['general.error-texts', 'general.error-codes'])
