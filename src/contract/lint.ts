import annotationsSchema from './annotations-schema.ts'
import { dereference } from './dereference.ts'
import { annotatedFields } from './fields.ts'
import { isObject } from './json.ts'
import type { FieldAnnotation, OpenApi, Schema } from './openapi.ts'
import { type Operation, readOperations } from './operations.ts'
import { validatorFor } from './schema-compiler.ts'
import type { SpecSource } from './source.ts'

export interface Finding {
  readonly check: string
  readonly message: string
}

/** What a check may look at, read once. */
interface Subject {
  readonly source: SpecSource
  readonly operations: readonly Operation[]
  readonly doors: readonly Operation[]
  readonly events: ReadonlySet<string>
  readonly api: OpenApi
}

type Check = (subject: Subject) => string[]

/** Looks the whole contract over for things that do not fit together. */
export function lintSpec(source: SpecSource): Finding[] {
  const api = dereference(source.api)
  const subject: Subject = {
    source,
    api,
    operations: [...readOperations(api).values()],
    doors: [...readOperations(dereference(source.sideDoors)).values()],
    events: new Set(readOperations(dereference(source.control)).keys()),
  }
  return Object.entries(CHECKS).flatMap(([check, run]) => run(subject).map((message) => ({ check, message })))
}

const CHECKS: Readonly<Record<string, Check>> = {
  'annotations-valid': ({ source }) => [...annotationMistakes(source.api), ...annotationMistakes(source.sideDoors)],
  'operation-has-part': ({ source, operations }) => {
    const triggers = new Set(source.machines.flatMap((machine) => machine.rows.map((row) => row.on)))
    return operations
      .filter(
        ({ id, does, entity }) =>
          !triggers.has(id) && does !== 'read' && does !== 'list' && !(EFFECTS.has(does) && entity),
      )
      .map(({ id }) => `${id} is neither a machine's trigger, nor a plain effect on an entity, nor a read`)
  },
  'operation-places': ({ operations }) =>
    operations
      .filter(({ where, checklist }) => !where || checklist.length === 0)
      .map(({ id }) => `${id} names no place or no checklist line`),
  'references-resolve': ({ source, operations, doors }) => {
    const known = entities(source, [...operations, ...doors])
    const used = [...operations, ...doors].flatMap((operation) => mentions(operation))
    return unique(
      used
        .filter(([, entity]) => !known.has(entity))
        .map(([id, entity]) => `${id} refers to ${entity}, which nothing identifies`),
    )
  },
  'machine-rows': ({ source, operations, doors, events }) => {
    const ids = new Set([...operations, ...doors].map((operation) => operation.id))
    return source.machines.flatMap(({ entity, states, closed = {}, rows }) => [
      ...rows
        .filter(({ on }) => !triggerExists(on, ids, events))
        .map(({ on }) => `machine ${entity}: ${on} is no operation, event or timer`),
      ...rows
        .flatMap(({ from, to }) => [...from, ...(to === 'gone' ? [] : [to])])
        .filter((state) => !states.includes(state))
        .map((state) => `machine ${entity}: ${state} is not among its states`),
      ...rows
        .filter(({ from, to }) => from.some((state) => state in closed && state !== to))
        .map(({ on, from }) => `machine ${entity}: ${on} leaves the closed state ${from.join(', ')}`),
      ...rows
        .filter(({ rule }) => rule && !(rule in source.checklist))
        .map(({ rule }) => `machine ${entity}: there is no checklist line ${rule}`),
      ...rows
        .filter(({ gap }) => gap && !(gap in source.gaps))
        .map(({ gap }) => `machine ${entity}: there is no gap ${gap}`),
    ])
  },
  'gap-defaults': ({ source }) =>
    Object.entries(source.gaps).flatMap(([id, { default: value, schema }]) =>
      validatorFor(schema)(value).map(({ message }) => `gap ${id}: its own default does not fit: ${message}`),
    ),
  'gaps-used': ({ source, operations, doors, events }) => {
    const ids = new Set([...operations, ...doors].map((operation) => operation.id))
    return Object.entries(source.gaps).flatMap(([id, { influences }]) =>
      influences
        .filter((target) => target !== 'all' && !target.startsWith('area:') && !triggerExists(target, ids, events))
        .map((target) => `gap ${id}: ${target} is no operation, event or area`),
    )
  },
  'open-points-exist': ({ source }) => {
    const named = unique([...openPoints(source.api), ...openPoints(source.sideDoors)])
    return named
      .filter((id) => !(id in source.gaps))
      .map((id) => `there is no gap ${id}, though the description names it`)
  },
  'checklist-covered': ({ source, operations, doors }) => {
    const covered = new Set([
      ...[...operations, ...doors].flatMap((operation) => operation.checklist),
      ...checklistInParts(source.api),
      ...source.machines.flatMap(({ rows, closed = {} }) => [
        ...rows.flatMap((row) => row.rule ?? []),
        ...Object.values(closed),
      ]),
    ])
    return [
      ...Object.keys(source.checklist)
        .filter((id) => !covered.has(id))
        .map((id) => `${id} is covered by no operation, machine row or response`),
      ...[...covered]
        .filter((id) => !(id in source.checklist))
        .map((id) => `there is no checklist line ${id}, though it is named`),
    ]
  },
  'examples-present': ({ operations }) =>
    operations.flatMap(({ id, body, responses }) => [
      ...(body && body.example === undefined ? [`${id} has no request example`] : []),
      ...[...responses]
        .filter(
          ([, { schema, contentType, example }]) =>
            schema && contentType === 'application/json' && example === undefined,
        )
        .map(([status]) => `${id} has no example for ${status}`),
    ]),
  'examples-fit': ({ operations }) =>
    operations.flatMap(({ id, body, responses }) => [
      ...(body
        ? validatorFor(body.schema)(body.example).map(
            ({ message }) => `${id}: the request example does not fit: ${message}`,
          )
        : []),
      ...[...responses].flatMap(([status, { schema, example }]) =>
        schema && example !== undefined
          ? validatorFor(schema)(example).map(
              ({ message }) => `${id}: the example for ${status} does not fit: ${message}`,
            )
          : [],
      ),
    ]),
}

const EFFECTS: ReadonlySet<string> = new Set(['create', 'update', 'delete'])

function triggerExists(on: string, operations: ReadonlySet<string>, events: ReadonlySet<string>): boolean {
  if (on.startsWith('timer/')) return true
  return on.startsWith('event/') ? events.has(on.slice('event/'.length)) : operations.has(on)
}

function schemasOf(operation: Operation): Schema[] {
  return [operation.body?.schema, ...[...operation.responses.values()].map(({ schema }) => schema)].filter(
    (schema) => schema !== undefined,
  )
}

/** What something identifies, plus what the vocabulary or the world outside supplies. */
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

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)]

/** Every x-understudy object of a document with the kind of place it stands in. */
function* annotations(document: OpenApi): Generator<{ kind: string; value: unknown; where: string }> {
  function* walk(node: unknown, path: readonly string[]): Generator<{ kind: string; value: unknown; where: string }> {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) yield* walk(item, [...path, String(index)])
    if (!isObject(node)) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-understudy') yield { kind: kindOf(node, path), value, where: path.join('/') }
      else if (key !== 'example') yield* walk(value, [...path, key])
    }
  }
  yield* walk(document, [])
}

function kindOf(node: Readonly<Record<string, unknown>>, path: readonly string[]): string {
  if (path.length === 0) return 'part'
  if ('operationId' in node) return 'operation'
  if ('in' in node && 'schema' in node) return 'parameter'
  if (path.at(-2) === 'responses' || path.at(-2) === 'securitySchemes') return 'part'
  return 'field'
}

function annotationMistakes(document: OpenApi): string[] {
  return [...annotations(document)].flatMap(({ kind, value, where }) =>
    annotationsSchema(kind)(value).map(({ message }) => `${where}: ${message}`),
  )
}

function openPoints(document: OpenApi): string[] {
  return [...annotations(document)].flatMap(({ value }) => (value as FieldAnnotation).open ?? [])
}

function checklistInParts(document: OpenApi): string[] {
  return [...annotations(document)].flatMap(({ value }) => (value as { checklist?: readonly string[] }).checklist ?? [])
}
