import { contract, type Described, type Machine } from '../../contract/contract.ts'
import { propertiesOf, type Resource } from '../../contract/resources.ts'
import { firstBody, type Hints, isRecord, type Known, referenceOf, requiredOf } from '../../contract/schema-values.ts'
import { actor } from '../../world/actors.ts'
import { type Rehearsed, rehearse, type Step } from '../../world/rehearse.ts'
import type { Thing } from '../../world/things.ts'
import { useLoaded } from '../../world/use-loaded.ts'

/** Something that can be done with a thing, or happen to it. */
export interface Offer {
  readonly operation: Described
  readonly from: 'api' | 'outside'
  /** Path parameters that are settled by the thing. */
  readonly fixed: Readonly<Record<string, string>>
  readonly step: Step
  /** Nothing in the body was made up, so a refusal means what it says. */
  readonly sure: boolean
  /** It leads to another state. */
  readonly leads: boolean
  readonly answer: Rehearsed | undefined
}

/** A thing and its present state. */
export interface Standing {
  readonly resource: Resource
  readonly values: readonly string[]
  readonly thing: Thing
  readonly known: Known
  /** The state that each machine of its kind is in. */
  readonly present: readonly (string | undefined)[]
}

export const isRefused = ({ answer, sure, operation }: Offer): boolean =>
  answer !== undefined && answer.status >= 400 && sure && !(operation.body && answer.status === 400)

/** The operations on a thing for the chosen actor, and outside events, each with the answer it would get. */
export function useOffers(standing: Standing): readonly Offer[] {
  const { resource, values, known } = standing
  const name = actor.value?.name
  const { operations = [], events = [] } = contract.value ?? {}
  const offers = [...apiOffers(operations, standing, name), ...eventOffers(events, standing)]
  const answers = useLoaded(JSON.stringify([resource.entity, values, known, name]), () =>
    rehearse(offers.map(({ step }) => step)),
  )
  return offers.map((offer, index) => ({ ...offer, answer: answers.data?.[index] }))
}

/** The alerts of an incident, for the event that resolves one; no annotation links them. */
export function hintsFrom({ alerts }: Thing): Hints {
  const firing = Array.isArray(alerts) ? alerts.filter(isRecord).find(({ status }) => status === 'firing') : undefined
  return firing ? { alert: firing.fingerprint } : {}
}

/** Operations whose path leads to this very thing. */
function apiOffers(
  operations: readonly Described[],
  { resource, known, present }: Standing,
  actorName: string | undefined,
): Omit<Offer, 'answer'>[] {
  return operations.flatMap((operation) => {
    const path = operation.parameters.filter(({ in: place }) => place === 'path')
    const query = operation.parameters.filter(({ in: place, required }) => place === 'query' && required)
    const needed = [...path, ...query]
    if (operation.method === 'GET' || needed.at(-1)?.names !== resource.entity) return []
    const fixed = Object.fromEntries(needed.map(({ name, names }) => [name, known[names ?? ''] ?? '']))
    const body = operation.body && firstBody(operation.body.schema, known, operation.body.example)
    const step = {
      operation: operation.id,
      parameters: fixed,
      ...(body !== undefined && { body }),
      ...(actorName !== undefined && { actor: actorName }),
    }
    const leads = isWayOut(resource.machines, present, operation)
    return [{ operation, from: 'api' as const, fixed, step, leads, sure: isSure(operation, known, {}) }]
  })
}

/** Outside events that refer to this kind of thing, and those of its state machines that can be triggered here. */
function eventOffers(
  events: readonly Described[],
  { resource, known, present, thing }: Standing,
): Omit<Offer, 'answer'>[] {
  const { entity, machines } = resource
  const hints = hintsFrom(thing)
  return events.flatMap((operation) => {
    const references = Object.values(propertiesOf(operation.body?.schema ?? {})).map(referenceOf)
    const moved = machines.some(({ rows }) => rows.some(({ on }) => on === `event/${operation.id}`))
    const told = references.some((one) => one !== undefined && known[one] !== undefined)
    if (!references.includes(entity) && !(moved && told)) return []
    const body = operation.body && firstBody(operation.body.schema, known, operation.body.example, hints)
    return [
      {
        operation,
        from: 'outside' as const,
        fixed: {},
        step: { event: operation.id, body },
        leads: isWayOut(machines, present, operation),
        sure: isSure(operation, known, hints),
      },
    ]
  })
}

function isWayOut(machines: readonly Machine[], present: readonly (string | undefined)[], { id }: Described): boolean {
  return machines.some(({ rows }, index) =>
    rows.some(({ from, to, on }) => on.endsWith(id) && from.includes(present[index] ?? '') && to !== present[index]),
  )
}

function isSure({ body }: Described, known: Known, hints: Hints): boolean {
  const properties = propertiesOf(body?.schema ?? {})
  return requiredOf(body?.schema ?? {}).every(
    (name) => name in hints || (referenceOf(properties[name] ?? {}) ?? '') in known,
  )
}
