import type { Contract } from '../../contract/contract.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Row } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { isGone, liveRows, rowsOf } from '../shadow/rows.ts'
import type { Intent, RequestStep } from '../step/step.ts'
import { brokenBody } from './broken-body.ts'
import { type Drawing, plainName } from './drawing.ts'
import { IMPOSSIBLE, plainBody } from './plain-body.ts'
import { armedDomains, PLAIN_VALUES } from './plain-values.ts'
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
  | 'lesser'
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
  const lacking = NEEDS[operation.id]?.(drawing)
  if (lacking) return { missing: lacking }
  const parameters = drawParameters(drawing, operation, manner)
  if (!parameters || 'missing' in parameters) return parameters
  const leftOut = manner === 'broken' && !operation.body ? drawing.sampler.pick(requiredQuery(operation)) : undefined
  const query = drawQuery(drawing, operation, parameters.path, leftOut)
  if ('missing' in query) return { missing: query.missing ?? '' }
  const plain = plainBody(drawing, operation)
  if (plain === IMPOSSIBLE) return missingReference(drawing, operation)
  const drawn =
    leftOut === undefined
      ? drawBody(drawing, operation, manner, plain, twist)
      : ({ body: plain, intent: 'broken' } as const)
  if (!drawn) return undefined
  const actor = manner === 'lesser' ? lesserActor(drawing.contract) : actorFor(manner, cast)
  if (actor === undefined) return undefined
  return {
    kind: 'request',
    operation: operation.id,
    actor,
    parameters: parameters.path,
    query,
    ...drawn,
    ...(isUnsure(drawing, operation) && { intent: 'exotic' }),
  }
}

/** Which value ends a login is open (Endpoints, Registries, 5 and 11): only a profile can say that it must work. */
const isUnsure = ({ contract }: Drawing, { id }: Operation): boolean =>
  id === 'revokeLoginCredential' && !contract.gaps.pinned('registry.login-key-id')

/** Somebody of the same organization who is neither owner nor admin. */
export function lesserActor({ profile: { actors } }: Contract): string | undefined {
  const known = Object.entries(actors).filter(([, { headers }]) => Object.keys(headers).length > 0)
  const [main] = known
  return known.find(
    ([, { role, organization, user }]) =>
      !MANAGERS.has(role) && organization === main?.[1].organization && user !== main?.[1].user,
  )?.[0]
}

const MANAGERS: ReadonlySet<string> = new Set(['owner', 'admin'])

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
  for (const { name, names = UPSTREAM_HOST, schema } of wanted) {
    const value =
      name === last && manner === 'unknown-id'
        ? unknownId(drawing, schema)
        : name === last && manner === 'gone-id'
          ? goneId(drawing, names)
          : pickId(drawing, names, key)
    if (value === undefined) return manner === 'gone-id' ? undefined : { missing: names }
    path[name] = value
    key.push(value)
  }
  return { path }
}

/** The host of an upstream is the one path parameter that names nothing of the organization's own. */
const UPSTREAM_HOST = 'RegistryUpstream'

const unknownId = (drawing: Drawing, { type }: Schema): string =>
  type === 'integer' ? String(900_000_000 + drawing.next()) : `nope-${plainName(drawing)}`

/** What has to be there beside the things that path and body name. */
const NEEDS: Readonly<Record<string, (drawing: Drawing) => string | undefined>> = {
  createRoute: (drawing) => (armedDomains(drawing).length === 0 ? 'ArmedDomain' : undefined),
}

/** Things whose identifier a target has shown. */
const known = (rows: readonly Row[]): Row[] => rows.filter(({ id }) => !isSymbol(id))

function pickId(drawing: Drawing, entity: string, parents: readonly string[]): string | undefined {
  const parent = parents.length > 1 ? parents.at(-1) : undefined
  const rows = known(liveRows(drawing.shadow.world, entity, drawing.org)).filter(
    (row) => parent === undefined || entity === UPSTREAM_HOST || Object.values(row).includes(parent),
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
  if (manner === 'broken' && !given) {
    const body = brokenBody(drawing.sampler, operation, plain)
    return body === undefined ? undefined : { body, intent: 'broken' }
  }
  if (manner === 'twist' || given) {
    const twist = given ?? drawing.sampler.pick(TWISTS[operation.id] ?? [])
    const body = twist?.body(drawing, (plain ?? {}) as Readonly<Record<string, unknown>>)
    return twist && body !== undefined ? { body, intent: twist.intent } : undefined
  }
  return { body: plain, intent: 'plain' }
}

/** What a request must say in its query (REG-24). */
export const requiredQuery = ({ parameters }: Operation): string[] =>
  parameters.flatMap(({ in: place, required, name }) => (place === 'query' && required ? [name] : []))

/** Query parameters that name things pick existing ones, of the things named before; others are left out half the time. */
function drawQuery(
  drawing: Drawing,
  operation: Operation,
  path: Readonly<Record<string, string>>,
  leftOut: string | undefined,
): Record<string, string> | { readonly missing?: string } {
  const query: Record<string, string> = {}
  for (const { name, required, schema, names } of operation.parameters.filter(
    (parameter) => parameter.in === 'query' && parameter.name !== leftOut,
  )) {
    if (!required && drawing.sampler.chance(0.5)) continue
    const value = names
      ? drawing.sampler.pick(ofThose(drawing, names, [...Object.values(path), ...Object.values(query)]))?.id
      : otherQuery(drawing, operation, name, schema)
    if (value === undefined && required && names) return { missing: names }
    if (value !== undefined) query[name] = String(value)
  }
  return query
}

/** Rows that belong to all of the things named so far. */
const ofThose = ({ shadow, org }: Drawing, entity: string, named: readonly string[]) =>
  known(liveRows(shadow.world, entity, org)).filter((row) => named.every((id) => Object.values(row).includes(id)))

function otherQuery(drawing: Drawing, operation: Operation, name: string, schema: Schema): unknown {
  const filters = drawing.vocabulary.incidentStatusFilter
  if (operation.id === 'listIncidents') return filters && (drawing.sampler.pick(Object.values(filters)) ?? 'open')
  return schema.enum ? drawing.sampler.pick(schema.enum) : PLAIN_VALUES[name]?.(drawing)
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
