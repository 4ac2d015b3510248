import type { Operation } from '../../contract/operations.ts'
import { isGone, liveRows, rowsOf } from '../rows.ts'
import type { Intent, RequestStep } from '../step.ts'
import { brokenBody } from './broken-body.ts'
import { type Drawing, plainName } from './drawing.ts'
import { IMPOSSIBLE, plainBody } from './plain-body.ts'
import { PLAIN_VALUES } from './plain-values.ts'
import { TWISTS, type Twist } from './twists.ts'

/** How a request departs from the ordinary. */
export type Manner =
  | 'plain'
  | 'twist'
  | 'broken'
  | 'unknown-id'
  | 'gone-id'
  | 'elsewhere'
  | 'neighbour'
  | 'colleague'
  | 'nobody'

/** What a request needs before it can be drawn: a thing of this entity. */
export interface Missing {
  readonly missing: string
}

export interface Cast {
  readonly main: string
  /** Somebody of another organization. */
  readonly outsider: string | undefined
  /** Somebody else of the same organization. */
  readonly colleague: string | undefined
  readonly nobody: string | undefined
}

/** Draws one request of an operation from what the shadow knows. */
export function drawRequest(
  drawing: Drawing,
  operation: Operation,
  manner: Manner,
  cast: Cast,
  twist?: Twist,
): RequestStep | Missing | undefined {
  if (!drawing.affords(operation)) return undefined
  // Somebody of another organization is sent after our things; what they do with their own is not our business.
  if (
    manner === 'elsewhere' &&
    operation.does !== 'list' &&
    !operation.parameters.some((parameter) => parameter.in === 'path')
  )
    return undefined
  const parameters = drawParameters(drawing, operation, manner)
  if (!parameters || 'missing' in parameters) return parameters
  const plain = plainBody(drawing, operation)
  if (plain === IMPOSSIBLE) return missingReference(drawing, operation)
  const drawn = drawBody(drawing, operation, manner, plain, twist)
  if (!drawn) return undefined
  const actor = actorFor(manner, cast)
  if (actor === undefined) return undefined
  return {
    kind: 'request',
    operation: operation.id,
    actor,
    parameters: parameters.path,
    query: drawQuery(drawing, operation),
    ...drawn,
  }
}

function actorFor(manner: Manner, cast: Cast): string | undefined {
  // elsewhere: an outsider goes for our things; neighbour: they mind their own.
  if (manner === 'elsewhere' || manner === 'neighbour') return cast.outsider
  if (manner === 'colleague') return cast.colleague
  return manner === 'nobody' ? cast.nobody : cast.main
}

interface PathParameters {
  readonly path: Readonly<Record<string, string>>
}

/** Path parameters pick existing things; a parameter below another picks one that belongs to it. */
function drawParameters(drawing: Drawing, operation: Operation, manner: Manner): PathParameters | Missing | undefined {
  const wanted = operation.parameters.filter((parameter) => parameter.in === 'path')
  const last = wanted.at(-1)?.name
  if (wanted.length === 0 && (manner === 'unknown-id' || manner === 'gone-id')) return undefined
  const key: string[] = [drawing.org]
  const path: Record<string, string> = {}
  for (const { name, names = '' } of wanted) {
    const value =
      name === last && manner === 'unknown-id'
        ? `nope-${plainName(drawing)}`
        : name === last && manner === 'gone-id'
          ? goneId(drawing, names)
          : pickId(drawing, names, key)
    if (value === undefined) return manner === 'gone-id' ? undefined : { missing: names }
    path[name] = value
    key.push(value)
  }
  return { path }
}

function pickId(drawing: Drawing, entity: string, parents: readonly string[]): string | undefined {
  const parent = parents.length > 1 ? parents.at(-1) : undefined
  const rows = liveRows(drawing.shadow.world, entity, drawing.org).filter(
    (row) => parent === undefined || Object.values(row).includes(parent),
  )
  return drawing.sampler.pick(rows)?.id
}

function goneId(drawing: Drawing, entity: string): string | undefined {
  const removed = [...drawing.shadow.gone]
    .map((key) => key.split('\u0000'))
    .filter(([kind, org]) => kind === entity && org === drawing.org)
  const soft = rowsOf(drawing.shadow.world, entity).filter((row) => row.org === drawing.org && isGone(row))
  return drawing.sampler.pick([...removed.flatMap(([, , id]) => id ?? []), ...soft.map(({ id }) => id)])
}

function drawBody(
  drawing: Drawing,
  operation: Operation,
  manner: Manner,
  plain: unknown,
  given: Twist | undefined,
): { readonly body: unknown; readonly intent: Intent } | undefined {
  if (manner === 'broken') {
    const body = brokenBody(drawing.sampler, operation, plain)
    return body === undefined ? undefined : { body, intent: 'broken' }
  }
  if (manner === 'twist') {
    const twist = given ?? drawing.sampler.pick(TWISTS[operation.id] ?? [])
    const body = twist?.body(drawing, (plain ?? {}) as Readonly<Record<string, unknown>>)
    return twist && body !== undefined ? { body, intent: twist.intent } : undefined
  }
  return { body: plain, intent: 'plain' }
}

function drawQuery(drawing: Drawing, operation: Operation): Record<string, string> {
  const filters = drawing.vocabulary.incidentStatusFilter
  const entries = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, required, schema }): [string, string][] => {
      if (!required && drawing.sampler.chance(0.5)) return []
      if (operation.id === 'listIncidents')
        return filters ? [[name, drawing.sampler.pick(Object.values(filters)) ?? 'open']] : []
      const value = schema.enum ? drawing.sampler.pick(schema.enum) : PLAIN_VALUES[name]?.(drawing)
      return value === undefined ? [] : [[name, String(value)]]
    })
  return Object.fromEntries(entries)
}

/** The first entity a required part of the body refers to that has no instance. */
function missingReference(drawing: Drawing, operation: Operation): Missing | undefined {
  const schema = operation.body?.schema
  for (const name of schema?.required ?? []) {
    const entity = [schema?.properties?.[name]?.['x-understudy']?.reference].flat()[0]
    if (entity && liveRows(drawing.shadow.world, entity, drawing.org).length === 0) return { missing: entity }
  }
  return undefined
}
