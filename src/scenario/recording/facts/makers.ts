import type { Contract } from '../../../contract/contract.ts'
import { memo } from '../../../contract/memo.ts'
import { type Operation, successSchema } from '../../../contract/operations.ts'
import { annotatedFields } from '../../../contract/schema/fields.ts'

/** An operation that brings a thing about or shows one, and where in its answer the thing is named. */
export interface Naming {
  readonly operation: Operation
  readonly path: readonly string[]
}

/** The operation that makes a thing of an entity, if there is one. */
export const makerOf = (contract: Contract, entity: string): Naming | undefined => makersIn(contract).get(entity)

/** The read that needs nothing and lists what there is of an entity that no request makes. */
export const catalogOf = (contract: Contract, entity: string): Naming | undefined => catalogsIn(contract).get(entity)

const makersIn = memo((contract: Contract): ReadonlyMap<string, Naming> => {
  const makers = new Map<string, Naming>()
  for (const operation of contract.operations.values()) {
    const { does, entity } = operation
    if (does !== 'create' || entity === undefined || isLeftOut(contract, operation)) continue
    const path = namedAt(operation, entity).find((one) => !one.includes('*'))
    if (path && operation.parameters.every(({ in: place, names }) => place !== 'path' || names !== undefined))
      makers.set(entity, { operation, path })
  }
  return makers
})

/** Only what a new thing cannot do without is taken from what a target offers; anything else may be the point. */
const catalogsIn = memo((contract: Contract): ReadonlyMap<string, Naming> => {
  const needed = new Set([...contract.operations.values()].flatMap(neededEntities))
  const catalogs = new Map<string, Naming>()
  for (const operation of contract.operations.values()) {
    if (operation.method !== 'GET' || operation.parameters.some(({ required }) => required)) continue
    if (isLeftOut(contract, operation)) continue
    for (const entity of needed) {
      const path = namedAt(operation, entity).find((one) => one.filter((part) => part === '*').length === 1)
      if (path && !catalogs.has(entity) && !makersIn(contract).has(entity)) catalogs.set(entity, { operation, path })
    }
  }
  return catalogs
})

function neededEntities({ does, body }: Operation): string[] {
  if (does !== 'create' || !body) return []
  return annotatedFields(body.schema).flatMap(({ path: [name = ''], annotation: { reference = [] } }) =>
    body.schema.required?.includes(name) ? [reference].flat() : [],
  )
}

const namedAt = (operation: Operation, entity: string): readonly (readonly string[])[] =>
  annotatedFields(successSchema(operation)).flatMap(({ path, annotation }) =>
    annotation.identifier === entity ? [path] : [],
  )

const isLeftOut = ({ profile }: Contract, { id }: Operation): boolean => profile.leaveOut.includes(id)
