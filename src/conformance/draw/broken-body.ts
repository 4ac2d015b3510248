import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { NO_URIS } from '../kit/no-uris.ts'
import type { Sampler } from '../kit/sampler.ts'
import type { Twist } from '../kit/twist.ts'
import { placesOf } from './body-places.ts'
import { decided, plainBody } from './plain-body.ts'

interface Break {
  /** An item of a list is the last one, alone, behind good ones or in the middle of them. */
  readonly path: readonly (string | Item)[]
  /** What stands there instead; nothing if it is left out. */
  readonly instead?: string
}

type Item = typeof ALONE | typeof BEHIND | typeof AMID
const ALONE = Symbol('alone')
const BEHIND = Symbol('behind good ones')
const AMID = Symbol('in the middle of good ones')

const OUTSIDE_ENUMERATION = 'no-such-value'

/** The same body with exactly one thing wrong that the contract says is wrong (GEN-08). */
export function brokenBody(sampler: Sampler, operation: Operation, body: unknown): unknown {
  const chosen = sampler.pick(breaks(operation.body?.schema).filter(({ path }) => isIn(body, path)))
  return chosen && broken(body, chosen)
}

/** One for everything that can be wrong with a body of the operation; what is left out is also left out beside everything else. */
export function brokenTwists(operation: Operation): Twist[] {
  const hasMore = placesOf(operation.body?.schema).some(({ required }) => !required)
  return breaks(operation.body?.schema).flatMap((chosen) => [
    brokenTwist(operation, chosen),
    ...(hasMore && chosen.instead === undefined ? [amongAll(operation, chosen)] : []),
  ])
}

const brokenTwist = (operation: Operation, chosen: Break): Twist => ({
  intent: 'broken',
  body(drawing, plain) {
    // Optional fields are not in every drawn body, so several bodies are drawn.
    for (let draw = 0, body: unknown = plain; draw < MOST_DRAWS; draw++, body = plainBody(drawing, operation))
      if (isIn(body, chosen.path) || isBareNull(body, chosen)) return broken(body, chosen)
    return undefined
  },
})

const amongAll = (operation: Operation, chosen: Break): Twist => ({
  intent: 'broken',
  body(drawing) {
    const all = decided(drawing, true)
    const plain = plainBody(all, operation)
    return isObject(plain) ? brokenTwist(operation, chosen).body(all, plain) : undefined
  },
})

const MOST_DRAWS = 12

function breaks(schema: Schema | undefined, path: Break['path'] = []): Break[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]): Break[] => {
    const here = [...path, name]
    const missing: Break[] = schema?.required?.includes(name) ? [{ path: here }] : []
    const { items } = field
    const inList = items ? ([ALONE, BEHIND, AMID] as const).flatMap((item) => within(items, [...here, item])) : []
    return [...missing, ...within(field, here), ...inList]
  })
}

/** What may be wrong with a value and with what is in it, but that it is not there. */
function within(field: Schema, path: Break['path']): Break[] {
  const outside: Break[] = field.enum ? [{ path, instead: OUTSIDE_ENUMERATION }] : []
  const odd: Break[] = field.format === 'uri' ? NO_URIS.map((instead) => ({ path, instead })) : []
  return [...outside, ...odd, ...breaks(field, path)]
}

function isIn(body: unknown, path: Break['path']): boolean {
  const value = path.reduce<unknown>(partOf, body)
  return value !== undefined && value !== null
}

function partOf(node: unknown, part: string | Item): unknown {
  if (typeof part !== 'string') return Array.isArray(node) ? node.at(-1) : undefined
  return isObject(node) ? node[part] : undefined
}

/** Null is a value too: a field that must be there can be left out. */
const isBareNull = (body: unknown, { path, instead }: Break): boolean =>
  instead === undefined && path.reduce<unknown>(partOf, body) === null

function broken(body: unknown, { path, instead }: Break): unknown {
  const [part, ...rest] = path
  if (part === undefined) return instead
  const deeper = { path: rest, ...(instead && { instead }) }
  if (typeof part !== 'string') {
    if (!Array.isArray(body)) return body
    const bad = broken(body.at(-1), deeper)
    if (part === AMID) return [...body, bad, ...body]
    return part === BEHIND ? [...body, bad] : [...body.slice(0, -1), bad]
  }
  if (!isObject(body)) return body
  if (rest.length > 0 || instead !== undefined) return { ...body, [part]: broken(body[part], deeper) }
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== part))
}
