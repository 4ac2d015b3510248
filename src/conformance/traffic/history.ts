import type { Contract } from '../../contract/contract.ts'
import type { Finding, TraceEntry } from '../finding/finding.ts'
import type { RequestStep } from '../step/step.ts'
import type { Call } from './call.ts'
import type { JudgedCall } from './judge-call.ts'

interface Remembered {
  readonly number: number
  readonly entry: TraceEntry
  /** Identifiers of what it names and shows. */
  readonly ids: ReadonlySet<string>
}

/** So many exchanges are kept to say what led to a finding. */
const KEPT = 2_000
/** A report shows this many of them before the one that is wrong. */
const SHOWN = 6
/** What shows more than this is a list: it is not about any one of them. */
const FEW = 3

/** What passed lately, to tell how something that is wrong came about. */
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
    if (this.#kept.length > 2 * KEPT) this.#kept.splice(0, KEPT)
    return number
  }

  /** The exchanges that had to do with the same things, and last the one that shows what is wrong. */
  traceOf(number: number, finding: Finding): readonly TraceEntry[] {
    const at = this.#kept.findLastIndex((one) => one.number === number)
    const last = this.#kept[at]
    if (!last) return []
    const about = new Set([...last.ids, ...('id' in finding && finding.id !== undefined ? [finding.id] : [])])
    const before = this.#kept.slice(0, at).filter(({ ids }) => [...ids].some((id) => about.has(id)))
    const acts = before.filter(({ entry }) => !this.#isLook(entry))
    const shown = (acts.length > 0 ? acts : before).slice(-SHOWN)
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

  #isLook({ step }: TraceEntry): boolean {
    if (step.kind !== 'request') return false
    const { does } = this.#contract.operation(step.operation)
    return does === 'read' || does === 'list'
  }
}

/** What somebody needs to send the request again; the rest is the caller's browser and the way it came. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'x-understudy-sandbox'])
const shownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.has(name)))

function idsIn({ parameters }: Call, { judged }: JudgedCall): ReadonlySet<string> {
  const things = judged?.answered.things ?? []
  return new Set([...Object.values(parameters), ...(things.length <= FEW ? things.map(({ id }) => id) : [])])
}
