import { isObject } from '../../contract/json.ts'
import { sameJson } from '../compare/compare.ts'

/** Words that tell payloads apart. */
export interface Words {
  /** Those that only the message has: its id, its recipients. */
  readonly names: readonly string[]
  /** The types of the events that an endpoint is told of. */
  readonly events: readonly string[]
}

/**
 * True if two payloads are the same frozen one (Endpoints, Email, row 27). The shape is open (Events, point 7), so an
 * envelope may have a number and a time of its own; the facts about the message may not change, nor what happened to it.
 */
export function isFrozen(one: unknown, other: unknown, words: Words, outermost = true): boolean {
  if (sameJson(one, other)) return true
  if (!isObject(one) || !isObject(other)) return false
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const tells = (value: unknown) => mentions(JSON.stringify(value ?? null), words.names)
  const isEvent = (value: unknown) => words.events.some((event) => event === value)
  // An object that names the message itself is about it; one that only holds such an object is an envelope.
  const about = keys.some((key) => !isObject(one[key]) && tells(one[key]))
  return keys
    .filter((key) => !sameJson(one[key], other[key]))
    .every((key) => {
      if (tells(one[key]) || tells(other[key])) return isFrozen(one[key], other[key], words, false)
      if (isEvent(one[key]) && isEvent(other[key])) return false
      return about ? outermost && isStamp(one[key]) && isStamp(other[key]) : true
    })
}

export const mentions = (text: string, names: readonly string[]): boolean =>
  names.some((name) => text.includes(JSON.stringify(name).slice(1, -1)))

/** A number, a time, an identifier. */
const isStamp = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value) && !/\s/.test(value.trim()))
