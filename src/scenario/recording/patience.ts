import { isObject } from '../../contract/json.ts'
import type { ArazzoStep } from '../arazzo.ts'
import { deadlineAfter, deadlineFor, machinesOf } from './facts/progress.ts'
import { askedOf, type RecordedCall } from './recorded-call.ts'
import type { Recording } from './recording.ts'

const AGAIN = [{ name: 'again', type: 'retry', retryAfter: 1, retryLimit: 600 }] as const

/** A step that depends on work in progress is tried until the work is done; on another target it may take longer. */
export function patience(
  recording: Recording,
  call: RecordedCall,
): Pick<ArazzoStep, 'onFailure' | 'x-understudy'> | undefined {
  const eventual = eventualIn(recording, call)
  return eventual === undefined ? undefined : { onFailure: AGAIN, 'x-understudy': { eventual } }
}

function eventualIn({ contract, lastAsked }: Recording, call: RecordedCall): string | undefined {
  const { status } = call.exchange
  const { entity, method } = call.called.operation
  if (status >= 300 && (status !== 404 || method !== 'GET')) return undefined
  for (const thing of askedOf(call)) {
    const [kind = ''] = thing.split(' ')
    const last = lastAsked.get(thing)
    const deadline = last === undefined ? undefined : deadlineAfter(contract, kind, last)
    if (deadline !== undefined) return deadline
  }
  if (method !== 'GET' || entity === undefined || !isObject(call.answer)) return undefined
  for (const machine of machinesOf(contract, entity)) {
    const state = machine.observe === null ? undefined : call.answer[machine.observe]
    const deadline = typeof state === 'string' ? deadlineFor(machine, state) : undefined
    if (deadline !== undefined) return deadline
  }
  return undefined
}
