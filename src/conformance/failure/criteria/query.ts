import { isObject } from '../../../contract/json.ts'
import { successSchema } from '../../../contract/operations.ts'
import { type Thing, thingsIn } from '../../compare/things.ts'
import { type Failed, tokenFor } from './failed.ts'

/** A place of the last answer, and how a criterion gets there. */
interface Found {
  readonly query: string
  readonly value: unknown
}

/**
 * The JSONPath for a place in a finding. `incidents[OncallIncident].status` belongs to some item: one that an earlier
 * step made, and that shows the value found.
 */
export function queryAt(failed: Failed, path: string, actual: unknown): string | undefined {
  const parts = path.match(/\w+|\[\w+\]/g) ?? []
  if (parts.join('.').replaceAll('.[', '[') !== path) return undefined
  const places = parts.reduce<Found[]>(
    (found, part) => found.flatMap((place) => inside(failed, place, part)),
    [{ query: '@', value: failed.body }],
  )
  return places.find(({ value }) => JSON.stringify(value) === JSON.stringify(actual))?.query
}

function inside(failed: Failed, { query, value }: Found, part: string): Found[] {
  const [, index, entity] = /^\[(?:(\d+)|(\w+))\]$/.exec(part) ?? []
  if (index !== undefined) return Array.isArray(value) ? [{ query: query + part, value: value[Number(index)] }] : []
  if (entity === undefined) return isObject(value) ? [{ query: `${query}.${part}`, value: value[part] }] : []
  return (Array.isArray(value) ? value : []).flatMap((item): Found[] => {
    const known = thingsOf(failed).find(({ object }) => object === item)
    const is = known && isKnownAs(failed, known)
    return is ? [{ query: `${query}[?${is}]`, value: item }] : []
  })
}

/** The JSONPath of a thing in the answer. */
export function queryOf(failed: Failed, id: string): string | undefined {
  const thing = thingsOf(failed).find((one) => one.id === id)
  if (!thing) return undefined
  const list = /^(.*)\/\d+$/.exec(thing.pointer)?.[1]
  if (list === undefined) return `@${thing.pointer.replaceAll('/', '.')}`
  const is = isKnownAs(failed, thing)
  return is && !/\d/.test(list) ? `@${list.replaceAll('/', '.')}[?${is}]` : undefined
}

const thingsOf = ({ contract, finding: { operation }, body }: Failed): readonly Thing[] => {
  const known = contract.operations.get(operation)
  return known ? thingsIn(successSchema(known), body) : []
}

function isKnownAs({ sequence }: Failed, { id, field }: Thing): string | undefined {
  const token = tokenFor(sequence, id)
  return token && `@.${field} == {${token}}`
}
