import { shownRequest } from '../control/handlers/request-handlers.ts'
import type { Happening } from '../sandboxes/event-bus.ts'
import type { Mock, Sandbox } from '../sandboxes/mock.ts'
import { instant } from '../time/instant.ts'
import { Recent } from './event-buffer.ts'
import type { Told } from './stream-event.ts'
import { WorldNews } from './world-watcher.ts'

/** How long after the last watcher has gone things are still noted, in case it comes back. */
const LINGER_MS = 60_000

/** Notes what happens in a server, from the first watcher on until some time after the last. */
export class Listener {
  readonly #mock: Mock
  #recent = new Recent()
  #news = new Map<string, WorldNews>()
  #watchers = 0
  #end: (() => void) | undefined
  #lingers: NodeJS.Timeout | undefined

  constructor(mock: Mock) {
    this.#mock = mock
    mock.closing.addEventListener('abort', () => this.#stop())
  }

  /** Somebody watches, until they are gone. */
  watched(gone: AbortSignal): Recent {
    clearTimeout(this.#lingers)
    this.#watchers += 1
    this.#end ??= this.#listen()
    gone.addEventListener('abort', () => this.#left(), { once: true })
    return this.#recent
  }

  #listen(): () => void {
    this.#recent = new Recent(this.#recent.last)
    for (const { name, holder } of this.#mock.sandboxes) this.#news.set(name, new WorldNews(holder.lookedAt))
    return this.#mock.happenings.subscribe((happening) => this.#hear(happening))
  }

  #left(): void {
    this.#watchers -= 1
    if (this.#watchers > 0) return
    this.#lingers = setTimeout(() => this.#stop(), LINGER_MS)
    this.#lingers.unref()
  }

  #stop(): void {
    clearTimeout(this.#lingers)
    this.#end?.()
    this.#end = undefined
    this.#news.clear()
  }

  #hear(happening: Happening): void {
    const { kind, sandbox: name } = happening
    const sandbox = this.#mock.sandboxes.get(name)
    if (kind === 'dropped') this.#news.delete(name)
    else if (sandbox && kind !== 'request' && kind !== 'entry' && kind !== 'fault')
      this.#news.set(name, new WorldNews(sandbox.holder.lookedAt))
    for (const told of said(happening, sandbox)) this.#recent.add(told)
    if (kind === 'entry' && sandbox)
      for (const told of this.#news.get(name)?.since(sandbox) ?? []) this.#recent.add(told)
  }
}

/** What is told of a happening; bodies and the like are not held on to. */
function said(happening: Happening, sandbox: Sandbox | undefined): Told[] {
  const { sandbox: name } = happening
  const tell = (kind: Told['kind'], data: () => unknown): Told => ({ kind, sandbox: name, data })
  switch (happening.kind) {
    case 'request':
      return sandbox ? saidOfRequest(happening.what, sandbox, tell) : []
    case 'entry':
      return saidOfEntry(happening.what, sandbox, tell)
    case 'made':
      return [{ kind: 'sandbox', sandbox: undefined, data: () => ({ name, change: 'made' }) }]
    case 'dropped': {
      const { why } = happening.what
      return [{ kind: 'sandbox', sandbox: undefined, data: () => ({ name, change: 'dropped', why }) }]
    }
    case 'undone':
    case 'reset':
    case 'fault':
      return [tell(happening.kind, () => happening.what)]
  }
}

type Tell = (kind: Told['kind'], data: () => unknown) => Told
type What<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>['what']

function saidOfRequest({ request, answer, ...noted }: What<'request'>, sandbox: Sandbox, tell: Tell): Told[] {
  const { status, headers, why } = answer
  const light = { ...noted, request: { ...request, body: NOTHING }, answer: { status, headers, why, body: undefined } }
  const spoiled = answer.spoiled === undefined ? {} : { spoiled: answer.spoiled }
  const logged = { ...light, answer: { ...light.answer, ...spoiled } }
  const told = tell('request', () => shownRequest(sandbox, logged))
  return why.fault === undefined ? [told] : [told, tell('fault', () => ({ struck: why.fault, request: noted.id }))]
}

const NOTHING = new Uint8Array()

/** What an entry did is for the journal to say; here it is only announced. */
function saidOfEntry(
  { number, entry: { atMs, input } }: What<'entry'>,
  sandbox: Sandbox | undefined,
  tell: Tell,
): Told[] {
  const { kind } = input
  const name = kind === 'request' ? input.request.operation.id : kind === 'clock' ? input.clock.mode : input.name
  const told = tell('entry', () => ({ entry: number, at: instant(atMs), kind, name }))
  if (kind !== 'clock') return [told]
  const mode = sandbox?.holder.clockMode ?? input.clock.mode
  return [told, tell('clock', () => ({ mode, now: instant(atMs) }))]
}
