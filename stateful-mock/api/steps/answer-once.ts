import type { Answer } from '../../http/wire.ts'
import { perWorld } from '../../world/per-world.ts'
import type { ApiStep } from './api-exchange.ts'
import { modelRequest } from './model-request.ts'

const MOST_ANSWERS = 1_000
const answersOf = perWorld(() => new Map<string, Answer>())

/** Repeats the first answer to the same request with the same Idempotency-Key, where such keys count. */
export const answerOnce: ApiStep = (exchange, next) => {
  const { sandbox, request, credential, gaps } = exchange
  const { method, target, headers } = request
  const key = headers['idempotency-key']
  if (key === undefined || method === 'GET' || method === 'HEAD') return next(exchange)
  if (gaps.read('general.idempotency-keys') === 'ignore') return next(exchange)
  const answers = answersOf(sandbox.holder)
  // One person may act in several organizations, each with keys of its own.
  const { organization } = modelRequest(exchange)
  const name = JSON.stringify([credential, organization, method, target, key])
  const before = answers.get(name)
  if (before) return before
  const given = next(exchange)
  // A failure of the mock itself is not repeated.
  if (given.status < 500) keep(answers, name, given)
  return given
}

function keep(answers: Map<string, Answer>, name: string, answer: Answer): void {
  const [oldest] = answers.keys()
  if (answers.size >= MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
  answers.set(name, answer)
}
