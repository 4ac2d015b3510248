import type { Contract } from '../../../contract/contract.ts'
import { isObject, type Json } from '../../../contract/json.ts'
import { successSchema } from '../../../contract/operations.ts'
import type { Criterion } from '../../../scenario/arazzo.ts'
import type { Code } from '../../finding/facts.ts'
import type { Finding } from '../../finding/finding.ts'
import type { Sequence } from '../../sequence/sequence.ts'
import { reference } from '../../step/step.ts'

/** A failure that is to be put into criteria. */
export interface Failed<C extends Code = Code> {
  readonly contract: Contract
  readonly finding: Finding<C>
  readonly sequence: Sequence
  /** The body of the last answer. */
  readonly body: unknown
  /** The status of a success. */
  readonly success: Criterion
}

/** Criteria that tell it; undefined where Arazzo has no words for it. References are those of steps (`⟪3#/id⟫`). */
export type Look<C extends Code> = (failed: Failed<C>) => Criterion[] | undefined

/** The name of a step in the scenario. */
export const stepName = (index: number): string => `step${index + 1}`

export const REFUSED = '$statusCode >= 400 && $statusCode < 500'

export const test = (condition: string): Criterion => ({
  context: '$response.body',
  condition: `$[?${condition}]`,
  type: 'jsonpath',
})

/** A success whose body holds; undefined where there are no words for what it must hold. */
export const showing = (
  { success }: Pick<Failed, 'success'>,
  condition: string | undefined,
): Criterion[] | undefined => (condition ? [success, test(condition)] : undefined)

export const isPlace = (part: string): boolean => /^\d+$/.test(part)
/** Any item where the answer had a certain one. */
export const query = (path: readonly string[]): string =>
  `@${path.map((part) => (isPlace(part) ? '[*]' : `.${part}`)).join('')}`

/** The value at a path. */
export const valueAt = (start: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, part) => (Array.isArray(node) ? node[Number(part)] : isObject(node) ? node[part] : undefined),
    start,
  )

/** The path of a value in a body. */
export function pathOf(node: unknown, value: unknown, path: readonly string[] = []): string[] | undefined {
  if (node === value) return [...path]
  if (typeof node !== 'object' || node === null) return undefined
  for (const [key, child] of Object.entries(node)) {
    const found = pathOf(child, value, [...path, key])
    if (found) return found
  }
  return undefined
}

/** The field that identifies the items of a list. */
export function identifierIn(contract: Contract, operation: string, list: string): string | undefined {
  const known = contract.operations.get(operation)
  const items = known && successSchema(known)?.properties?.[list]?.items
  return Object.entries(items?.properties ?? {}).find(([, field]) => field['x-understudy']?.identifier)?.[0]
}

/** An item of the last answer that an earlier step made, and how a criterion finds it. */
export function ourItem(
  { contract, finding: { operation }, sequence, body }: Failed,
  fits: (item: Readonly<Record<string, unknown>>) => boolean,
): { readonly list: string; readonly is: string; readonly object: unknown } | undefined {
  for (const [list, items] of Object.entries(isObject(body) ? body : {})) {
    const field = identifierIn(contract, operation, list)
    for (const item of field && Array.isArray(items) ? items.filter(isObject).filter(fits) : []) {
      const token = tokenFor(sequence, String(item[field ?? '']))
      if (token) return { list, is: `@.${field} == {${token}}`, object: item }
    }
  }
  return undefined
}

/** Shorter values are found everywhere. */
const TELLING = 2

/** The reference to the first earlier answer that gave a value. */
export function tokenFor(sequence: Sequence, value: string): string | undefined {
  if (value.length < TELLING) return undefined
  const places = sequence.trace.slice(0, -1).keys()
  return places.map((place) => tokenIn(sequence, place, value)).find((token) => token !== undefined)
}

export function tokenIn({ trace }: Sequence, place: number, value: string): string | undefined {
  const { exchange, report } = trace[place] ?? {}
  const answer: unknown = exchange?.answered && exchange.received.status < 300 ? exchange.received.json : report
  if (answer === undefined) return undefined
  const path = pathOf(answer, value) ?? (isPlace(value) ? pathOf(answer, Number(value) as Json) : undefined)
  return path?.every((part) => /^\w+$/.test(part)) ? reference(place, `/${path.join('/')}`) : undefined
}
