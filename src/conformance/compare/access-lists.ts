import { SCOPABLE_ENTITIES } from '../../model/access/scopable.ts'
import type { Difference } from '../finding/facts.ts'
import { sameJson } from './compare.ts'
import { type Comparator, type Comparison, type Item, itemsOf, objection } from './comparison.ts'

type IsFor = (item: Item, id: unknown) => boolean

const lacking = (want: readonly Item[], got: readonly Item[]): Item | undefined =>
  want.find(({ id }) => !got.some((item) => hasId(item, id)))

const hasId: IsFor = (item, id) => item.id === id

/** What a resource is called here is open: its identifier, or that behind its kind, as `registry:shop`. */
const mayMean: IsFor = (item, id) => {
  const [shown, own] = [String(item.id), String(id)]
  return hasId(item, id) || (shown.endsWith(own) && /[^\w-]/.test(shown.at(-own.length - 1) ?? ''))
}

/**
 * The roles are the target's own choice; but the catalog holds the built-in ones that it offers elsewhere, and the
 * scope options those that the organization made itself (Endpoints, IAM, row 1; Tokens, row 3).
 */
export const roles =
  (kind: 'builtin' | 'custom'): Comparator =>
  (comparison, { predicted, observed, path }) => {
    const expected = itemsOf(predicted).filter((role) =>
      kind === 'builtin' ? role.kind === kind : String(role.id).includes(comparison.salt),
    )
    const got = itemsOf(observed)
    compareOwn(comparison, itemsOf(predicted), { got, path })
    // Whether the catalog has custom roles is open, but can be observed.
    const isOwn = ({ id }: Item) => String(id).includes(comparison.salt)
    if (itemsOf(predicted).filter(isOwn).length !== got.filter(isOwn).length) comparison.open.push(path)
    const missing = lacking(expected, got)
    if (missing) objection(comparison, lacks(path, 'role', missing))
    // Only the catalog shows which roles are built-in; there must be some.
    else if (kind === 'builtin' && !got.some((role) => role.kind === kind))
      objection(comparison, { code: 'no-built-in-role', path, expected: 'built-in roles', actual: observed })
  }

/** Why a custom role must not be shown, by its standing. */
const NOT_THERE = { gone: 'removed', elsewhere: 'elsewhere', ours: undefined, unknown: undefined } as const

/** A custom role shows as it was set while it exists, in its own organization; only we assign such identifiers. */
function compareOwn(
  comparison: Comparison,
  want: readonly Item[],
  { got, path }: { readonly got: readonly Item[]; readonly path: string },
): void {
  for (const role of got.filter(({ id }) => String(id).includes(comparison.salt))) {
    const set = want.find(({ id }) => id === role.id)
    const differing = Object.keys(set ?? {}).find(
      (field) => role[field] !== undefined && !alike(set?.[field], role[field]),
    )
    const [expected, actual] = [set?.[differing ?? ''], role[differing ?? '']]
    if (differing !== undefined)
      objection(comparison, { code: 'value', path: `${path}.${differing}`, expected, actual }, 'implied')
    const id = String(role.id)
    const why = NOT_THERE[comparison.standing('IamRole', id)]
    if (why === undefined) continue
    // Which custom roles the catalog has is open; that it has none of another organization is not (Conventions, 4).
    const provenance = why === 'elsewhere' ? 'stated' : 'implied'
    objection(
      comparison,
      { code: 'holds', path, entity: 'role', id, why, expected: undefined, actual: role },
      provenance,
    )
  }
}

/** The order of permissions is open. */
const alike = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? sameJson(a.toSorted(), b.toSorted()) : sameJson(a, b)

/**
 * The scopable kinds are open; of a kind that shows, all things that we made are there, and none that the caller cannot
 * read (Endpoints, IAM, row 1; Tokens, row 3).
 */
export const resources: Comparator = (comparison, { predicted, observed, path }) => {
  const [want, got] = [itemsOf(predicted), itemsOf(observed)]
  const services = new Set(got.map(({ service }) => service))
  // Things of different services may have the same name.
  const isThere = ({ service, id }: Item) => got.some((item) => item.service === service && mayMean(item, id))
  const missing = want.find((item) => services.has(item.service) && !isThere(item))
  if (missing) objection(comparison, lacks(path, 'resource', missing))
  for (const item of got.filter((item) => !want.some(({ id }) => mayMean(item, id)))) {
    const why = whyNot(comparison, want, item)
    if (why === undefined) continue
    objection(comparison, {
      code: 'holds',
      path,
      entity: 'resource',
      id: String(item.id),
      why,
      expected: undefined,
      actual: item,
    })
    return
  }
}

/** Why an unexpected thing must not be offered; undefined if it may belong to an unknown caller. */
function whyNot(
  { salt, standing }: Comparison,
  want: readonly Item[],
  item: Item,
): 'removed' | 'elsewhere' | 'hidden-from-caller' | undefined {
  // Only we give such names; an identifier alone may be that of a thing of another kind.
  if (!JSON.stringify(item).includes(salt)) return undefined
  const standings = SCOPABLE_ENTITIES.map((entity) => [entity, standing(entity, String(item.id))] as const)
  const isIn = (place: string) =>
    standings.some(([entity, is]) => is === place && !(is === 'gone' && LEAVES_LATER.has(entity)))
  if (!isIn('ours') && isIn('elsewhere')) return 'elsewhere'
  if (!isIn('ours') && isIn('gone')) return 'removed'
  // If a kind is not offered to this caller, it is unknown whether it is scopable.
  return want.some(({ service }) => service === item.service) ? 'hidden-from-caller' : undefined
}

/** A cluster counts as deleted once it is no longer shown. */
const LEAVES_LATER: ReadonlySet<string> = new Set(['Cluster'])

const lacks = (path: string, entity: string, item: Item): Difference => ({
  code: 'lacks',
  path,
  entity,
  id: String(item.id),
  expected: item,
  actual: undefined,
})
