import type { OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { Intent } from '../step/step.ts'
import { type Drawing, plainName } from './drawing.ts'
import { anyOwn } from './own-rows.ts'

/** A plain body changed so that one particular rule or gap applies. */
export interface Twist {
  readonly intent: Intent
  /** The fixture, or a thing of the entity, that has to be there. */
  readonly needs?: string
  /** Undefined: not possible now. */
  readonly body: (drawing: Drawing, plain: Readonly<Record<string, unknown>>) => unknown
}

export type Twists = { readonly [Id in OperationId]?: readonly Twist[] }

const valueInUse = (entity: TableName, field: string, intent: Intent): Twist => ({
  intent,
  needs: entity,
  body: (drawing, plain) => {
    const row: Readonly<Record<string, unknown>> = { ...anyOwn(drawing, entity) }
    return row[field] === undefined ? undefined : { ...plain, [field]: row[field] }
  },
})

/** A name that one of ours has already: whether that is allowed is open. */
export const nameInUse = (entity: TableName): Twist => valueInUse(entity, 'name', 'exotic')

/** A value that one of ours has already, where each is to have its own. */
export const taken = (entity: TableName, field: string): Twist => valueInUse(entity, field, 'broken')

/** By the letter only the named fields change; one field alone shows best whether the others stay. */
export const oneField = (fields: readonly string[]): Twist => ({
  intent: 'plain',
  body: ({ sampler }, plain) => {
    const field = sampler.pick(fields.filter((name) => plain[name] !== undefined))
    return field && { [field]: plain[field] }
  },
})

/**
 * Addresses with a capital letter before the @: kept so or not, but the same wherever they are shown. Hosts have no case, so
 * theirs is left alone.
 */
export const capitalized = (fields: readonly string[]): Twist => ({
  intent: 'exotic',
  body: (_, plain) => {
    const addresses = fields.flatMap((name) => {
      const address = plain[name]
      return typeof address === 'string' ? [[name, address.charAt(0).toUpperCase() + address.slice(1)]] : []
    })
    return addresses.length === 0 ? undefined : { ...plain, ...Object.fromEntries(addresses) }
  },
})

/** A change that everything accepts, whatever else a drawn body has. */
export const nameAlone: Twist = { intent: 'plain', body: (drawing) => ({ name: plainName(drawing) }) }

/** A reference to an unknown thing; whether that is refused is open. */
export const unknownReference = (field: string): Twist => ({
  intent: 'exotic',
  body: (drawing, plain) => ({ ...plain, [field]: `no-such-${plainName(drawing)}` }),
})

/** A reference to an unknown thing, which the contract says is refused. */
export const refusedReference = (field: string): Twist => ({ ...unknownReference(field), intent: 'broken' })
