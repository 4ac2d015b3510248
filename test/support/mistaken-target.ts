import type { Finding } from '../../src/conformance/finding/finding.ts'
import type { Walk } from '../../src/conformance/script/goal.ts'
import type { Operation } from '../../src/contract/operations.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { Client } from '../../src/target/client.ts'
import type { Exchange, Received, Sent } from '../../src/target/exchange.ts'
import { openWalking } from './walking.ts'

/** What a target does instead of what the mock would: to a request before it arrives, or to its answer. */
export interface Mistake {
  readonly asked?: (sent: Sent) => Sent
  readonly answered?: (exchange: Answered) => Received
  /** What it does besides, with requests of its own. */
  readonly besides?: (exchange: Answered, client: Client) => Promise<void>
}
type Answered = Exchange & { readonly answered: true }

const making =
  ({ asked = (sent) => sent, answered = ({ received }) => received, besides = async () => undefined }: Mistake) =>
  (client: Client): Client => ({
    ...client,
    async send(sent, held) {
      const exchange = await client.send(asked(sent), held)
      if (exchange.answered) await besides({ ...exchange, sent }, client)
      return exchange.answered ? { ...exchange, sent, received: answered({ ...exchange, sent }) } : exchange
    },
  })

export type Plan = (operations: readonly Operation[], all: ReadonlyMap<string, Operation>) => Walk[]

/** The first thing that walks over these operations find wrong with a target that makes a mistake, and with one that does not. */
export async function found(
  mistake: Mistake | undefined,
  plan: Plan,
  ids: readonly string[],
  gaps: Profile['gaps'] = {},
  /** Seconds in which the target may be late. */
  settle?: number,
): Promise<Finding | undefined> {
  const walking = await openWalking({
    gaps,
    ...(mistake && { between: making(mistake) }),
    ...(settle !== undefined && { judgedBy: (own) => ({ ...own, settle }) }),
  })
  const all = new Map([...walking.contract.operations, ...walking.contract.doors])
  const operations = [...all.values()].filter(({ id }) => ids.includes(id))
  try {
    for (const walk of plan(operations, all)) {
      const { finding } = await walking.walk(walk)
      if (finding) return finding
    }
    return undefined
  } finally {
    await walking.close()
  }
}

export const as = (received: Received, status: number, json: unknown): Received => ({
  ...received,
  status,
  json,
  text: json === undefined ? '' : JSON.stringify(json),
})
