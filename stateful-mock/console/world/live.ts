import { signal } from '@preact/signals'
import { control, got, Refused, type Schemas } from '../client/control.ts'

export type Clock = Schemas['Clock']

/** Grows whenever the world may have changed; whoever shows something of it loads again. */
export const worldVersion = signal(0)
export const clock = signal<(Clock & { readonly seenAtMs: number }) | undefined>(undefined)
/** The state of the connection. */
export const link = signal<'connecting' | 'live' | 'polling' | 'lost'>('connecting')
/** Why the mock, which is there, does not show this sandbox: one too many, say. */
export const refusal = signal<string | undefined>(undefined)

/** At most so often does news make everything load again. */
const SHORTEST_MS = 300

let due: ReturnType<typeof setTimeout> | undefined
let lastMs = 0

/** Something has changed: load again, soon and not too often. */
export function refresh(): void {
  if (due !== undefined) return
  due = setTimeout(
    () => {
      due = undefined
      lastMs = performance.now()
      worldVersion.value += 1
      void loadClock()
    },
    Math.max(0, SHORTEST_MS - (performance.now() - lastMs)),
  )
}

export async function loadClock(): Promise<void> {
  try {
    clock.value = {
      ...(await got(control.GET('/_understudy/clock', { params: { query: { effective: true } } }))),
      seenAtMs: Date.now(),
    }
    refusal.value = undefined
    if (link.value === 'lost') link.value = 'polling'
  } catch (error) {
    noteLoss(error)
  }
}

/** The mock is gone, or it is there and refuses. */
export function noteLoss(error: unknown): void {
  if (error instanceof Refused && error.status > 0) refusal.value = error.message
  else link.value = 'lost'
}
