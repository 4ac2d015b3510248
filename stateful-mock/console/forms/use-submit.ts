import { useSignal } from '@preact/signals'
import { undoAction } from '../actions/undo.ts'
import { wordsOf } from '../client/control.ts'
import type { Schema } from '../contract/contract.ts'
import { propertiesOf } from '../contract/resources.ts'
import { notify } from '../parts/toast.tsx'
import { type Asked, type Sent, send } from '../world/send.ts'

export interface Submitting {
  readonly submit: (event: Event) => void
  readonly sent: Sent | undefined
  readonly problem: string | undefined
  readonly busy: boolean
}

/** Sends what a form holds. Done, it says so with the way to undo it, and the form may close. */
export function useSubmit(request: Asked, done: (() => void) | undefined): Submitting {
  const sent = useSignal<Sent | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const busy = useSignal(false)
  const submit = async () => {
    busy.value = true
    problem.value = undefined
    try {
      const answer = await send(request)
      const isDone = answer.status < 400
      if (isDone && request.operation.method !== 'GET')
        notify(`${request.operation.summary}: done`, undoAction(answer.entry))
      if (isDone && done && !showsSecret(request.operation.answers ?? {})) return done()
      sent.value = answer
    } catch (error) {
      problem.value = wordsOf(error)
    } finally {
      busy.value = false
    }
  }
  return {
    submit: (event) => {
      event.preventDefault()
      void submit()
    },
    sent: sent.value,
    problem: problem.value,
    busy: busy.value,
  }
}

/** A secret that shows once must not vanish with the form. */
function showsSecret(schema: Schema): boolean {
  return (
    schema['x-understudy']?.secret !== undefined ||
    [...Object.values(propertiesOf(schema)), ...(schema.items ? [schema.items] : [])].some(showsSecret)
  )
}
