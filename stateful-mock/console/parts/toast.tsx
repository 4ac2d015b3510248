import { signal } from '@preact/signals'
import { wordsOf } from '../client/control.ts'

interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
}

const toasts = signal<readonly Toast[]>([])
let last = 0

export function notify(text: string, bad = false): void {
  last += 1
  const toast = { id: last, text, bad }
  toasts.value = [...toasts.value.slice(-2), toast]
  setTimeout(() => drop(toast.id), bad ? 10_000 : 4_000)
}

const drop = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Does something; says so when it is done, or why it could not be. */
export async function attempt(what: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await what()
    if (done) notify(done)
    return true
  } catch (error) {
    notify(wordsOf(error), true)
    return false
  }
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, bad }) => (
        <div key={id} class={bad ? 'toast toast-bad' : 'toast'}>
          <span>{text}</span>
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => drop(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
