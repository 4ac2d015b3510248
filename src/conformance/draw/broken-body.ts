import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { NO_URIS } from '../kit/no-uris.ts'
import type { Sampler } from '../kit/sampler.ts'
import type { Twist } from '../kit/twist.ts'
import { placesOf } from './body-places.ts'
import { decided, plainBody } from './plain-body.ts'

interface Break {
  readonly path: readonly string[]
  /** What stands there instead; nothing if it is left out. */
  readonly instead?: string
}

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

function breaks(schema: Schema | undefined, path: readonly string[] = []): Break[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]): Break[] => {
    const here = [...path, name]
    const missing: Break[] = schema?.required?.includes(name) ? [{ path: here }] : []
    const outside: Break[] = field.enum ? [{ path: here, instead: OUTSIDE_ENUMERATION }] : []
    const odd: Break[] = field.format === 'uri' ? NO_URIS.map((instead) => ({ path: here, instead })) : []
    return [...missing, ...outside, ...odd, ...breaks(field, here)]
  })
}

function isIn(body: unknown, path: readonly string[]): boolean {
  const value = path.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), body)
  return value !== undefined && value !== null
}

/** Null is a value too: a field that must be there can be left out. */
const isBareNull = (body: unknown, { path, instead }: Break): boolean =>
  instead === undefined &&
  path.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), body) === null

function broken(body: unknown, { path, instead }: Break): unknown {
  const [name, ...rest] = path
  if (!isObject(body) || name === undefined) return body
  if (rest.length > 0) return { ...body, [name]: broken(body[name], { path: rest, ...(instead && { instead }) }) }
  if (instead !== undefined) return { ...body, [name]: instead }
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}
