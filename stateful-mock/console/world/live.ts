import { signal } from '@preact/signals'
import { control, got, Refused, type Schemas, sandboxHeader } from '../client/control.ts'
import { readEvents } from '../client/server-sent-events.ts'
import { sandbox } from '../session/session.ts'
import { loadActors } from './actors.ts'
import { noteRequests, noteSkipped, replaceRequests } from './requests.ts'

export type Clock = Schemas['Clock']

/** Grows whenever the world may have changed; whoever shows something of it loads again. */
export const worldVersion = signal(0)
export const clock = signal<(Clock & { readonly seenAtMs: number }) | undefined>(undefined)
/** How news comes in. */
export const link = signal<'connecting' | 'live' | 'polling' | 'lost'>('connecting')
/** Why the mock, which is there, does not show this sandbox: one too many, say. */
export const refusal = signal<string | undefined>(undefined)

/** At most so often does news make everything load again. */
const SHORTEST_MS = 300
const POLL_MS = 2_000

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
    clock.value = { ...(await got(control.GET('/_understudy/clock'))), seenAtMs: Date.now() }
    refusal.value = undefined
    if (link.value === 'lost') link.value = 'polling'
  } catch (error) {
    noteLoss(error)
  }
}

function noteLoss(error: unknown): void {
  if (error instanceof Refused && error.status > 0) refusal.value = error.message
  else link.value = 'lost'
}

let stop = new AbortController()

/** Follows the sandbox that is shown; a tab that nobody sees follows nothing. */
export function followSandbox(): void {
  stop.abort()
  stop = new AbortController()
  if (document.visibilityState === 'hidden') return
  void loadActors().catch(() => {})
  void loadClock()
  void loadRequests()
  worldVersion.value += 1
  void stream(stop.signal)
}

document.addEventListener('visibilitychange', followSandbox)
let followed = sandbox.peek()
sandbox.subscribe((name) => {
  if (name === followed) return
  followed = name
  followSandbox()
})

async function stream(signal: AbortSignal): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    try {
      const headers = {
        ...sandboxHeader(),
        Accept: 'text/event-stream',
        ...(last !== undefined && { 'Last-Event-ID': last }),
      }
      const answer = await fetch('/_understudy/stream', { headers, signal })
      if (!answer.ok || !answer.body) return void (await poll(signal))
      link.value = 'live'
      for await (const event of readEvents(answer.body)) {
        last = event.id ?? last
        heard(event.name, event.data)
      }
    } catch {
      if (signal.aborted) return
      link.value = 'lost'
    }
    await pause(1_000, signal)
    if (!signal.aborted) await Promise.all([loadClock(), loadRequests()])
  }
}

/** For a mock that does not stream. */
async function poll(signal: AbortSignal): Promise<void> {
  link.value = 'polling'
  while (!signal.aborted) {
    await pause(POLL_MS, signal)
    if (signal.aborted) return
    await loadRequests()
    refresh()
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })

function heard(kind: string, data: string): void {
  if (kind === 'reset') void loadRequests()
  if (kind === 'request') noteRequests(JSON.parse(data))
  else if (kind === 'left-out') noteSkipped(JSON.parse(data).request ?? 0)
  else refresh()
}

async function loadRequests(): Promise<void> {
  try {
    const { requests } = await got(control.GET('/_understudy/requests', { params: { query: { limit: 1000 } } }))
    replaceRequests(requests)
  } catch (error) {
    noteLoss(error)
  }
}
