import { parse } from 'yaml'
import type { Contract } from '../../src/contract/contract.ts'
import type { Binding, Operation } from '../../src/contract/operations.ts'
import { type Client, makeClient } from '../../src/target/client.ts'
import { askTarget } from '../../src/target/matching/ask-target.ts'
import { bound } from '../../src/target/matching/bound.ts'
import { type Matched, matchOperations } from '../../src/target/matching/match-operations.ts'
import { theirOperations, whyNotMatchable } from '../../src/target/matching/their-operation.ts'
import { parseAddress } from '../../src/target/opening/address.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { parseBounded } from '../../src/target/parse-bounded.ts'
import { UsageError } from '../command-line/usage-error.ts'

export interface TheirDescription {
  /** The file of their OpenAPI description. */
  readonly openapi: string
  /** Base URL of the running target, to ask it. */
  readonly target?: string
  /** Headers to ask with, each as `Name: value`. */
  readonly header?: readonly string[]
}

/** The addresses of operations that the contract gives none, as far as an implementer's own description tells. */
export async function matchedBindings(contract: Contract, theirs: TheirDescription): Promise<Matched> {
  const document = parsed(theirs.openapi)
  const why = whyNotMatchable(document)
  if (why !== undefined) throw new UsageError(`${theirs.openapi} cannot be used: ${why}.`)
  const ours = [...contract.operations.values()].filter(({ assumedBinding }) => assumedBinding)
  const { target } = theirs
  const operations = theirOperations(document).filter(({ path }) => ours.some((one) => path.startsWith(areaOf(one))))
  if (operations.length > MOST_OPERATIONS)
    throw new UsageError(`${theirs.openapi} has more than ${MOST_OPERATIONS} operations in the areas of the API.`)
  if (target === undefined) return matchOperations(ours, operations)
  const headers = headersIn(theirs.header ?? [])
  const client = makeClient(parseAddress(target).href, { timeoutMs: PATIENCE_MS })
  try {
    return matchOperations(ours, await askTarget(operations, (path) => read(client, path, headers)))
  } finally {
    await client.close()
  }
}

/** Several times as many as the API has. */
const MOST_OPERATIONS = 500

const areaOf = ({ path }: Operation): string => /^\/api\/v1\/[^/]+/.exec(path)?.[0] ?? ''

/** Every operation that was matched surely, with its place. */
export const sureBindings = ({ sure }: Matched): ReadonlyMap<string, Binding> =>
  new Map([...sure].map(([ours, theirs]) => [ours.id, bound(ours, theirs)]))

/** The rest, each with the places that are left to choose from. */
export const openBindings = ({ open }: Matched): ReadonlyMap<string, readonly Binding[]> =>
  new Map([...open].map(([ours, choices]) => [ours.id, choices.map((theirs) => bound(ours, theirs))]))

/** YAML, and JSON with it. */
function parsed(file: string): unknown {
  const text = readText(file)
  try {
    return parse(text)
  } catch (error) {
    throw new UsageError(`${file} is neither YAML nor JSON: ${(error as Error).message.split('\n')[0]}`)
  }
}

function headersIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(line) ?? []
      if (name === undefined || value === undefined) throw new UsageError('A --header is written "Name: value".')
      return [name, value]
    }),
  )
}

const PATIENCE_MS = 10_000

async function read(client: Client, path: string, headers: Record<string, string>) {
  const { pathname, search } = new URL(`http://localhost${path}`)
  const exchange = await client.send({ method: 'GET', path: pathname + search, headers, body: undefined })
  if (!exchange.answered) throw new UsageError(`${path} of the target cannot be read: ${exchange.problem}.`)
  const { status, text } = exchange.received
  return { status, json: parseBounded(text) }
}
