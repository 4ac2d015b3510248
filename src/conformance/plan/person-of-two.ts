import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { type BodyPlace, placesOf } from '../draw/body-places.ts'
import { waysToName } from '../draw/naming-items.ts'
import { decided, plainBody } from '../draw/plain-body.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import type { Body } from '../script/script.ts'
import { slight } from './by-operation.ts'
import { call, isRead, type Looks, lastInPath, named } from './looks.ts'

/** Who is named, and as whom they then act for the other organization. */
type Half = 'other-half' | 'dual-elsewhere'

/**
 * What names somebody who belongs to another organization too is ours all the same: it is not there for them when they act
 * for that one (Conventions, 4).
 */
export const personOfTwo = (operations: readonly Operation[], looks: Looks, half: Half): Walk[] =>
  operations
    .filter((write) => !isRead(write))
    .flatMap((write) =>
      bodiesNaming(write, half).map((body): Walk => {
        const seen = looks(write).filter(({ operation }) => !lastInPath(operation))
        const onIt = operations.filter((one) => one !== write && named(one) === write.entity)
        return [
          { ...call(write), body, intent: 'exotic' },
          ...seen.map((look): CallGoal => ({ ...look, manner: half })),
          ...onIt.map((one) => slight(one, half)),
          ...seen,
        ]
      }),
    )

/** A plain body for each way in which it can name the person. */
const bodiesNaming = (write: Operation, half: Half): Body[] =>
  placesOf(write.body?.schema).flatMap((place) =>
    namings(place).map(
      (naming): Body =>
        (drawing, plain) => {
          const { contract, cast, vocabulary } = drawing
          const { user: id } = contract.profile.actors[(half === 'other-half' ? cast.main : cast.dual) ?? ''] ?? {}
          if (id === undefined) return undefined
          const label = vocabulary.users?.find((one) => one.id === id)?.label ?? id
          // A change need not have the list.
          const full = valueAt(plain, place.path) ?? valueAt(plainBody(decided(drawing, true), write), place.path)
          const value = naming(full, id)
          return value === undefined ? undefined : labelled(withValueAt(plain, place.path, value), id, label)
        },
    ),
  )

/** The same with the person's own label, wherever one stands beside the id. */
function labelled(node: unknown, id: string, label: string): unknown {
  if (Array.isArray(node)) return node.map((item) => labelled(item, id, label))
  if (!isObject(node)) return node
  const parts = Object.entries(node).map(([name, value]) => [name, labelled(value, id, label)] as const)
  const isTheirs = 'label' in node && Object.values(node).includes(id)
  return { ...Object.fromEntries(parts), ...(isTheirs && { label }) }
}

function namings({ schema }: BodyPlace): ((value: unknown, id: string) => unknown)[] {
  if (schema.items) return waysToName(schema.items, PERSON)
  return [schema['x-understudy']?.reference].flat().includes(PERSON) ? [(_, id) => id] : []
}
const PERSON = 'User'
