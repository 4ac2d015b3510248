import { signal } from '@preact/signals'
import { control, got, Refused, sandboxHeader } from '../client/control.ts'
import { readEvents } from '../client/server-sent-events.ts'
import { DEFAULT_SANDBOX, sandbox } from '../session/session.ts'
import { fetchFromMock } from '../session/transport.ts'
import { loadActors } from './actors.ts'
import { link, loadClock, noteLoss, refresh, worldVersion } from './live.ts'
import { noteRequests, noteSkipped, replaceRequests } from './requests.ts'
import { loadStorage } from './storage.ts'

/**
 * The state of the sandbox in the address. Until it is known nothing is asked of the sandbox, because the first request
 * that names one creates it.
 */
export const sandboxState = signal<'unknown' | 'there' | 'missing'>('unknown')

const POLL_MS = 2_000
const RETRY_MS = 1_000

let stop = new AbortController()

/** Follows the sandbox that is shown; a tab that nobody sees follows nothing. */
export function followSandbox(): void {
  stop.abort()
  stop = new AbortController()
  if (document.visibilityState === 'hidden') return
  void follow(stop.signal)
}

document.addEventListener('visibilitychange', followSandbox)
let followed = sandbox.peek()
sandbox.subscribe((name) => {
  if (name === followed) return
  followed = name
  sandboxState.value = 'unknown'
  followSandbox()
})

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const found = await findSandbox()
    if (signal.aborted) return
    if (found === 'missing') return
    if (found === 'there') await stream(signal)
    if (!signal.aborted) await pause(RETRY_MS, signal)
  }
}

/** Operations about sandboxes make none. */
async function findSandbox(): Promise<'there' | 'missing' | 'lost'> {
  const name = sandbox.peek()
  try {
    if (name !== DEFAULT_SANDBOX)
      await got(control.GET('/_understudy/sandboxes/{sandbox}', { params: { path: { sandbox: name } } }))
    sandboxState.value = 'there'
    return 'there'
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      sandboxState.value = 'missing'
      return 'missing'
    }
    noteLoss(error)
    return 'lost'
  }
}

/** Loads everything, and hears of news until the mock stops sending it. */
async function stream(signal: AbortSignal): Promise<void> {
  try {
    const headers = { ...sandboxHeader(), Accept: 'text/event-stream' }
    const answer = await fetchFromMock('/_understudy/stream', { headers, signal })
    // Events during this load count already.
    await loadAll()
    if (!answer.ok || !answer.body) return void (await poll(signal))
    link.value = 'live'
    for await (const event of readEvents(answer.body)) heard(event.name, event.data)
  } catch {
    // The next round finds out whether the mock is still there.
  }
  if (!signal.aborted) link.value = 'lost'
}

async function loadAll(): Promise<void> {
  await Promise.all([loadActors().catch(noteLoss), loadStorage().catch(noteLoss), loadClock(), loadRequests()])
  worldVersion.value += 1
}

/** For a mock that does not stream. */
async function poll(signal: AbortSignal): Promise<void> {
  link.value = 'polling'
  while (!signal.aborted) {
    await pause(POLL_MS, signal)
    if (signal.aborted) return
    await Promise.all([loadRequests(), loadStorage().catch(noteLoss)])
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
  if (kind === 'storage') void loadStorage().catch(noteLoss)
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
