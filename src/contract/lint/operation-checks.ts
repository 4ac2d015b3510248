import type { Schema } from '../openapi.ts'
import type { Operation } from '../operations.ts'
import { annotatedFields } from '../schema/fields.ts'
import type { SpecSource } from '../source.ts'
import type { Check } from './subject.ts'

const EFFECTS: ReadonlySet<string> = new Set(['create', 'update', 'delete'])

export const operationHasPart: Check = ({ source, operations }) => {
  const triggers = new Set(source.machines.flatMap((machine) => machine.rows.map((row) => row.on)))
  return operations
    .filter(
      ({ id, does, entity }) =>
        !triggers.has(id) && does !== 'read' && does !== 'list' && !(EFFECTS.has(does) && entity),
    )
    .map(({ id }) => `${id} is neither a machine's trigger, nor a plain effect on an entity, nor a read`)
}

export const operationPlaces: Check = ({ operations }) =>
  operations
    .filter(({ where, checklist }) => !where || checklist.length === 0)
    .map(({ id }) => `${id} names no place or no checklist line`)

export const referencesResolve: Check = ({ source, operations, doors }) => {
  const known = entities(source, [...operations, ...doors])
  const used = [...operations, ...doors].flatMap((operation) => mentions(operation))
  return [
    ...new Set(
      used
        .filter(([, entity]) => !known.has(entity))
        .map(([id, entity]) => `${id} refers to ${entity}, which nothing identifies`),
    ),
  ]
}

function schemasOf(operation: Operation): Schema[] {
  return [operation.body?.schema, ...[...operation.responses.values()].map(({ schema }) => schema)].filter(
    (schema) => schema !== undefined,
  )
}

/** The entities that the API identifies, and those from the vocabulary or from outside. */
function entities(source: SpecSource, operations: readonly Operation[]): Set<string> {
  const identified = operations.flatMap((operation) =>
    schemasOf(operation).flatMap((schema) =>
      annotatedFields(schema).flatMap(({ annotation }) => annotation.identifier ?? []),
    ),
  )
  const supplied = Object.values(source.vocabulary).flatMap(({ names }) => names ?? [])
  return new Set([...identified, ...supplied, 'Organization'])
}

function mentions(operation: Operation): [string, string][] {
  const fields = schemasOf(operation).flatMap((schema) => annotatedFields(schema))
  const entitiesNamed = [
    ...fields.flatMap(({ annotation }) =>
      [annotation.reference, annotation.within].flat().filter((entity) => entity !== undefined),
    ),
    ...operation.parameters.flatMap(({ names }) => names ?? []),
  ]
  return entitiesNamed.map((entity) => [operation.id, entity])
}
