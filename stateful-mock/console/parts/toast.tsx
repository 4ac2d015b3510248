import { signal } from '@preact/signals'
import { wordsOf } from '../client/control.ts'

/** The button of a toast. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
  readonly action: ToastAction | undefined
}

const toasts = signal<readonly Toast[]>([])
let last = 0

const SHOWN_MS = 5_000
/** Long enough to read why something failed, or to change one's mind. */
const SHOWN_LONGER_MS = 10_000

export function notify(text: string, { bad = false, action }: { bad?: boolean; action?: ToastAction } = {}): void {
  last += 1
  const toast = { id: last, text, bad, action }
  toasts.value = [...toasts.value.slice(-2), toast]
  setTimeout(() => drop(toast.id), bad || action ? SHOWN_LONGER_MS : SHOWN_MS)
}

const drop = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Takes away offers that no longer hold, such as to undo what has just been undone. */
export const dropOffers = (): void => {
  toasts.value = toasts.value.filter(({ action }) => action === undefined)
}

/** Does something; says so when it is done, or why it could not be. */
export async function attempt(what: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await what()
    if (done) notify(done)
    return true
  } catch (error) {
    notify(wordsOf(error), { bad: true })
    return false
  }
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, bad, action }) => (
        <div key={id} class={bad ? 'toast toast-bad' : 'toast'}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                drop(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => drop(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
