import type { Contract } from '../../contract/contract.ts'
import type { Finding, TraceEntry } from '../finding/finding.ts'
import type { RequestStep } from '../step/step.ts'
import type { Call } from './call.ts'
import type { JudgedCall } from './judge-call.ts'

interface Remembered {
  readonly number: number
  readonly entry: TraceEntry
  /** Identifiers in its path and in its response. */
  readonly ids: ReadonlySet<string>
}

/** Number of exchanges that are kept for the trace of a finding. */
const MAX_KEPT = 2_000
/** Number of exchanges that a trace shows before the wrong one. */
const MAX_SHOWN = 6
/** A response with more things than this is a list, and not about any one of them. */
const MAX_THINGS = 3

/** The latest exchanges, from which a finding gets its trace. */
export class History {
  readonly #contract: Contract
  readonly #kept: Remembered[] = []
  #count = 0

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** Remembers a call and returns its number. */
  add(call: Call, judged: JudgedCall): number {
    const number = this.#count++
    this.#kept.push({ number, entry: this.#entryOf(call, judged), ids: idsIn(call, judged) })
    if (this.#kept.length > 2 * MAX_KEPT) this.#kept.splice(0, MAX_KEPT)
    return number
  }

  /** The earlier exchanges about the same things, and last the exchange with the finding. */
  traceOf(number: number, finding: Finding): readonly TraceEntry[] {
    const at = this.#kept.findLastIndex((one) => one.number === number)
    const last = this.#kept[at]
    if (!last) return []
    const about = new Set([...last.ids, ...('id' in finding && finding.id !== undefined ? [finding.id] : [])])
    const before = this.#kept.slice(0, at).filter(({ ids }) => [...ids].some((id) => about.has(id)))
    const writes = before.filter(({ entry }) => !this.#isRead(entry))
    const shown = (writes.length > 0 ? writes : before).slice(-MAX_SHOWN)
    return [...shown.map(({ entry }) => entry), { ...last.entry, findings: [finding] }]
  }

  #entryOf(call: Call, { caller, findings }: JudgedCall): TraceEntry {
    const { operation, parameters, query, body, exchange, received } = call
    const step: RequestStep = {
      kind: 'request',
      operation: operation.id,
      actor: caller.name,
      parameters,
      query,
      body,
      intent: 'plain',
      ...(caller.kind === 'given' && { bearer: caller.credential }),
    }
    const own = caller.kind === 'actor' ? this.#contract.profile.actors[caller.name]?.headers : {}
    const sent = {
      method: exchange.method,
      path: exchange.path,
      headers: { ...shownHeaders(exchange.headers), ...own },
      body: exchange.body === '' ? undefined : exchange.body,
    }
    return { step, exchange: { answered: true, sent, received }, findings }
  }

  #isRead({ step }: TraceEntry): boolean {
    if (step.kind !== 'request') return false
    const { does } = this.#contract.operation(step.operation)
    return does === 'read' || does === 'list'
  }
}

/** The headers needed to repeat a request; the others come from the browser or a proxy. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'x-understudy-sandbox'])
const shownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.has(name)))

function idsIn({ parameters }: Call, { judged }: JudgedCall): ReadonlySet<string> {
  const things = judged?.answered.things ?? []
  return new Set([...Object.values(parameters), ...(things.length <= MAX_THINGS ? things.map(({ id }) => id) : [])])
}
