import type { SandboxEvent } from '../sandboxes/event-bus.ts'
import type { Mock, Sandbox } from '../sandboxes/mock.ts'
import { instant } from '../time/instant.ts'
import { requestView } from '../views/request-view.ts'
import { EventBuffer } from './event-buffer.ts'
import type { StreamEvent } from './stream-event.ts'
import { WorldWatcher } from './world-watcher.ts'

/** The time that events are still recorded after the last watcher has gone, in case it comes back. */
const LINGER_MS = 60_000

/** After these the world of a sandbox is still the one that is watched. */
const LEAVES_THE_WORLD = new Set<SandboxEvent['kind']>(['request', 'entry', 'fault', 'storage'])

/** Records the events of a server for streams, from the first watcher on until some time after the last. */
export class StreamRecorder {
  readonly #mock: Mock
  #buffer: EventBuffer
  #worlds = new Map<string, WorldWatcher>()
  #watchers = 0
  #unsubscribe: (() => void) | undefined
  #cancelLinger: () => void = () => {}

  constructor(mock: Mock) {
    this.#mock = mock
    this.#buffer = new EventBuffer(mock.platform.startTimer)
    mock.closing.addEventListener('abort', () => this.#stop())
  }

  /** The events from now on, for a watcher, until it is gone. */
  watch(gone: AbortSignal): EventBuffer {
    this.#cancelLinger()
    this.#watchers += 1
    this.#unsubscribe ??= this.#subscribe()
    gone.addEventListener('abort', () => this.#left(), { once: true })
    return this.#buffer
  }

  #subscribe(): () => void {
    this.#buffer = new EventBuffer(this.#mock.platform.startTimer, this.#buffer.last)
    for (const { name, holder } of this.#mock.sandboxes) this.#worlds.set(name, new WorldWatcher(holder.lookedAt))
    return this.#mock.eventBus.subscribe((event) => this.#record(event))
  }

  #left(): void {
    this.#watchers -= 1
    if (this.#watchers > 0) return
    this.#cancelLinger = this.#mock.platform.startTimer(() => this.#stop(), LINGER_MS)
  }

  #stop(): void {
    this.#cancelLinger()
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.#worlds.clear()
  }

  #record(event: SandboxEvent): void {
    const { kind, sandbox: name } = event
    const sandbox = this.#mock.sandboxes.get(name)
    if (kind === 'dropped') this.#worlds.delete(name)
    else if (sandbox && !LEAVES_THE_WORLD.has(kind)) this.#worlds.set(name, new WorldWatcher(sandbox.holder.lookedAt))
    for (const one of streamEventsOf(event, sandbox)) this.#buffer.add(one)
    if (kind === 'entry' && sandbox)
      for (const one of this.#worlds.get(name)?.newEvents(sandbox) ?? []) this.#buffer.add(one)
  }
}

/** The stream events of a sandbox event. Bodies and the like are not held on to. */
function streamEventsOf(event: SandboxEvent, sandbox: Sandbox | undefined): StreamEvent[] {
  const { sandbox: name } = event
  const make = (kind: StreamEvent['kind'], data: () => unknown): StreamEvent => ({ kind, sandbox: name, data })
  switch (event.kind) {
    case 'request':
      return sandbox ? requestEvents(event.detail, sandbox, make) : []
    case 'entry':
      return entryEvents(event.detail, sandbox, make)
    case 'made':
      return [{ kind: 'sandbox', sandbox: undefined, data: () => ({ name, change: 'made' }) }]
    case 'dropped': {
      const { why } = event.detail
      return [{ kind: 'sandbox', sandbox: undefined, data: () => ({ name, change: 'dropped', why }) }]
    }
    case 'storage': {
      const { failure } = event.detail
      return [{ kind: 'storage', sandbox: undefined, data: () => ({ kept: failure === undefined, failure }) }]
    }
    case 'undone':
    case 'reset':
    case 'fault':
      return [make(event.kind, () => event.detail)]
  }
}

type MakeEvent = (kind: StreamEvent['kind'], data: () => unknown) => StreamEvent
type Detail<Kind extends SandboxEvent['kind']> = Extract<SandboxEvent, { kind: Kind }>['detail']

function requestEvents(
  { request: { method, target, headers: sent }, answer, ...noted }: Detail<'request'>,
  sandbox: Sandbox,
  make: MakeEvent,
): StreamEvent[] {
  const { status, headers, why } = answer
  const { transportFault } = answer
  const light = { status, headers, why, body: undefined, ...(transportFault && { transportFault }) }
  const logged = { ...noted, request: { method, target, headers: sent }, answer: light }
  const event = make('request', () => requestView(sandbox, logged))
  return why.fault === undefined ? [event] : [event, make('fault', () => ({ struck: why.fault, request: noted.id }))]
}

/** A journal entry is only announced; what it did is shown by the journal. */
function entryEvents(
  { number, entry: { atMs, input } }: Detail<'entry'>,
  sandbox: Sandbox | undefined,
  make: MakeEvent,
): StreamEvent[] {
  const { kind } = input
  const name = kind === 'request' ? input.request.operation.id : kind === 'clock' ? input.clock.mode : input.name
  const event = make('entry', () => ({ entry: number, at: instant(atMs), kind, name }))
  if (kind !== 'clock') return [event]
  const mode = sandbox?.holder.clockMode ?? input.clock.mode
  return [event, make('clock', () => ({ mode, now: instant(atMs) }))]
}
