import type { Contract } from '../../../src/contract/contract.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Does } from '../../../src/contract/openapi.ts'

/** One request or outside event, as somebody sees it who stands before the target. */
export interface Asked {
  /** The operation or the event. */
  readonly what: string
  readonly does: Does | 'event'
  readonly entity: string | undefined
  readonly path: string
  /** What is acted on: the last thing that the path names, or the things that an event names. */
  readonly subject: string
  /** What it belongs to: all that the path names before. */
  readonly parent: string
  readonly caller: string
  readonly query: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
  /** The fields that may be left out. */
  readonly optional: readonly string[]
  /** By the clock of the target. */
  readonly atMs: number
  status?: number
  /** What was made: the identifier in the answer. */
  made?: string
}

export interface Came {
  readonly method: string
  readonly target: string
  readonly caller: string
  readonly body: string
  readonly atMs: number
}

/** What was asked; undefined for what is none of the contract's. */
export function askedBy(contract: Contract, came: Came): Asked | undefined {
  const [path = '', query = ''] = came.target.split('?')
  const { caller, atMs } = came
  const body = parsed(came.body)
  const seen = { path: came.target, caller, body, atMs, query: [...new URLSearchParams(query).keys()] }
  const event = [...contract.controlOperations].find(([, one]) => one.method === came.method && one.path === path)
  if (event) {
    const subject = Object.entries(body).flatMap(([name, value]) => (/id$/i.test(name) ? [String(value)] : []))
    return {
      ...seen,
      what: event[0],
      does: 'event',
      entity: undefined,
      subject: subject.join(' '),
      parent: '',
      optional: [],
    }
  }
  const match = contract.routes.match(came.method, path)
  if (match.found !== 'operation') return undefined
  const { operation, parameters } = match
  const named = Object.values(parameters)
  const schema = operation.body?.schema
  const fields = Object.keys(schema?.properties ?? {})
  return {
    ...seen,
    what: operation.id,
    does: operation.does,
    entity: operation.entity,
    subject: named.at(-1) ?? '',
    parent: named.slice(0, -1).join(' '),
    optional: fields.filter((name) => !schema?.required?.includes(name)),
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The identifier of what an answer shows. */
export function madeBy(answer: string | undefined): string | undefined {
  const body = parsed(answer ?? '')
  const inside = Object.values(body).find((value) => isObject(value) && 'id' in value)
  const shown = isObject(inside) ? inside : body
  const id = shown.id ?? shown.slug ?? shown.keyId ?? shown.name
  return id === undefined ? undefined : String(id)
}
