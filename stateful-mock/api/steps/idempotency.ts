import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Answer, WireRequest } from '../../http/wire.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { perWorld } from '../../world/per-world.ts'

const MOST_ANSWERS = 1_000
const answersOf = perWorld(() => new Map<string, Answer>())

/** The answer, or the first one to the same request with the same Idempotency-Key, where such keys count. */
export function answeredOnce(
  { holder }: Sandbox,
  { method, target, headers }: WireRequest,
  credential: string | undefined,
  ask: GapReader,
  answer: () => Answer,
): Answer {
  const key = headers['idempotency-key']
  if (key === undefined || method === 'GET' || method === 'HEAD') return answer()
  if (ask.gap('general.idempotency-keys') === 'ignore') return answer()
  const answers = answersOf(holder)
  const name = JSON.stringify([credential, method, target, key])
  const before = answers.get(name)
  if (before) return before
  const given = answer()
  // A failure of ours is nothing to repeat.
  if (given.status < 500) keep(answers, name, given)
  return given
}

function keep(answers: Map<string, Answer>, name: string, answer: Answer): void {
  const [oldest] = answers.keys()
  if (answers.size >= MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
  answers.set(name, answer)
}
