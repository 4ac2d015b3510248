import type { Contract } from '../../../../contract/contract.ts'
import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { actingUser, knownPeople } from '../people/people.ts'

/** Incidents, with those who have acknowledged or resolved them; undefined stands for somebody unknown. */
type Doers = ReadonlyMap<string, readonly (string | undefined)[]>

const DOING: ReadonlySet<string> = new Set(['acknowledgeIncident', 'resolveIncident'])

/**
 * An acknowledgement is marked with the acting user (States, incident table). Where that shows is open; but where a detail has
 * a field for it, or an entry of its timeline, that does not name somebody else whom we know. Resolving may acknowledge too.
 */
export const acknowledgedBy: Check<Doers> = {
  name: 'acknowledgement',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, received, contract } = answered
    if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    const { id = '' } = request.parameters
    const doers = memory.get(id) ?? []
    if (DOING.has(operation.id))
      return { found: NOTHING_FOUND, memory: new Map(memory).set(id, [...doers, actingUser(answered)]) }
    if (operation.id !== 'getIncident' || doers.length === 0 || doers.includes(undefined))
      return { found: NOTHING_FOUND, memory }
    const wrong = marksIn(received.json).find(({ value }) => {
      const named = peopleIn(contract, value)
      return named.length > 0 && !named.some((user) => doers.includes(user))
    })
    return { found: wrong ? [otherThan(doers.join(', '), wrong)] : NOTHING_FOUND, memory }
  },
}

const otherThan = (expected: string, { path, value }: Mark): Found => ({
  code: 'value',
  ...{ path, expected, actual: value },
  rules: ['ONC-20'],
})

interface Mark {
  readonly path: string
  readonly value: unknown
}

/** A field for whoever acknowledged, anywhere in a detail; and in an entry that tells of it, for whoever did it. */
function marksIn(node: unknown, path = ''): Mark[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => marksIn(item, `${path}[${index}]`))
  if (!isObject(node)) return []
  // The state of the incident tells nothing of who opened it, or wrote what is about it.
  const tells = Object.entries(node).some(([name, value]) => !/stat(e|us)/i.test(name) && isAcknowledged(value))
  return Object.entries(node).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`
    const isMark = /^ack(nowledged)?_?by/i.test(name) || (tells && /^(by|actor|author)/i.test(name))
    return isMark ? [{ path: here, value }] : marksIn(value, here)
  })
}

const isAcknowledged = (value: unknown): boolean => typeof value === 'string' && /^acknowledged?$/i.test(value)

/** The people whom we know, by anything that names one of them. */
function peopleIn(contract: Contract, value: unknown): string[] {
  const texts = new Set(textsIn(value))
  return knownPeople(contract).flatMap(({ user, names }) => (names.some((name) => texts.has(name)) ? [user] : []))
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : isObject(value) ? Object.values(value).flatMap(textsIn) : []
