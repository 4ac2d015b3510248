import { instantOf } from '../../../../model/world/fresh.ts'
import type { Check, Found } from '../../../checks/check.ts'
import { momentOf } from '../../../compare/moment.ts'
import { placeIn, type Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsWithId } from '../../../shadow/rows.ts'

/** The image that each tag was shown with last, and since when. */
type Shown = ReadonlyMap<string, Thing['object']>

/** Clocks need not agree to the minute. */
const LONG_MS = 25 * 3_600_000

/** A tag that has moved to another image a day later has been updated since (Resources, RegistryTag). */
export const movedTags: Check<Shown> = {
  name: 'moved-tags',
  provenance: 'implied',
  start: new Map(),
  look(answered, shown) {
    const tags = answered.things.filter(({ entity }) => entity === 'RegistryTag')
    return {
      found: tags.flatMap((tag) => notUpdated(answered, tag, shown.get(placeOf(answered, tag)))),
      memory: tags.length === 0 ? shown : new Map([...shown, ...tags.map(asShown(answered))]),
    }
  },
}

const asShown =
  (answered: Answered) =>
  (tag: Thing): [string, Thing['object']] => [placeOf(answered, tag), tag.object]

const placeOf = ({ org, request: { parameters, query } }: Answered, { id }: Thing): string =>
  [org, parameters.slug, query.repo, id].join(' ')

function notUpdated(answered: Answered, tag: Thing, before: Thing['object'] | undefined): Found[] {
  const { digest, updatedAt: actual } = tag.object
  if (!before || before.digest === digest || before.updatedAt !== actual) return []
  return isMovedLater(answered, tag)
    ? [{ code: 'value', path: placeIn(tag, 'updatedAt'), expected: { after: actual }, actual, rules: ['REG-08'] }]
    : []
}

/** A move that has not shown yet stands in the believed world with its own instant, not with what the target shows. */
function isMovedLater({ shadow: { world }, org, request: { parameters, query } }: Answered, tag: Thing): boolean {
  const shownMs = momentOf(tag.object.updatedAt)
  return rowsWithId(world, 'RegistryTag', tag.id).some((row) => {
    const isThis =
      row.org === org &&
      Reflect.get(row, 'registry') === parameters.slug &&
      Reflect.get(row, 'repository') === query.repo
    const movedMs = instantOf(String(Reflect.get(row, 'updatedAt')))
    return isThis && shownMs !== undefined && movedMs !== undefined && movedMs - shownMs > LONG_MS
  })
}
