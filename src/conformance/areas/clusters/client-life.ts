import { isObject } from '../../../contract/json.ts'
import type { Caused } from '../../shadow/caused.ts'
import { memoryOf, withMemory } from '../../shadow/memories.ts'
import type { Shadow } from '../../shadow/shadow.ts'
import { type Fetched, kubeconfig } from './checks/kubeconfig.ts'

/** The use of a client configuration: when it was fetched last, and its age. */
interface Use {
  readonly fetched: Fetched
  readonly ageMs: number
}

function useOf({ shadow, event, body }: Caused): Use | undefined {
  if (event !== 'credentialUsed' || !isObject(body) || body.kind !== 'kubeconfig') return undefined
  const fetched = memoryOf(shadow, kubeconfig).findLast(({ text }) => text === body.secret)
  return fetched && { fetched, ageMs: shadow.world.nowMs - fetched.atMs }
}

const isAccepted = (answer: unknown): unknown => (isObject(answer) ? answer.accepted : undefined)

/** The shadow that knows how old the client configurations were that were good. Whatever else happens may end them. */
export function rememberLife(shadow: Shadow, caused: Caused): Shadow {
  const all = memoryOf(shadow, kubeconfig)
  const use = useOf(caused)
  if (all.length === 0 || caused.event === 'advanceClock') return shadow
  if (!use)
    return withMemory(
      shadow,
      kubeconfig,
      all.map(({ goodForMs: _, ...one }) => one),
    )
  if (isAccepted(caused.answer) !== true) return shadow
  const good = all.map((one) => (one === use.fetched ? { ...one, goodForMs: use.ageMs } : one))
  return withMemory(shadow, kubeconfig, good)
}

/**
 * True if a client configuration is over at an age at which another was good that said the same of its life. The unit of
 * that is open (Limits), but it is the same for both.
 */
export function isOverTooSoon(caused: Caused): boolean {
  const use = useOf(caused)
  if (!use || isAccepted(caused.answer) !== false || use.fetched.expiresIn === undefined) return false
  return memoryOf(caused.shadow, kubeconfig).some(
    ({ expiresIn, goodForMs = -1 }) => expiresIn === use.fetched.expiresIn && goodForMs >= use.ageMs,
  )
}
