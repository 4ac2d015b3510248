import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { placesOf } from '../draw/body-places.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import type { Manner } from '../script/manner.ts'
import { remembered } from '../script/remembered.ts'
import type { Item } from '../script/script.ts'
import { isFreeText } from './each-way.ts'
import { call, isRead, type Looks, lastInPath, named } from './looks.ts'
import { doing, on, references } from './several.ts'

/**
 * Requests at the same time that have nothing to do with each other: two things of one place are changed, one is made or
 * changed while another goes, two organizations make or change something, and people read the same who may not see the same. Each gets what they would
 * have got alone. A target that works on a copy of all things, or keeps something of a request where the next one finds it, does
 * not do that.
 */
export const apart = (operations: readonly Operation[], looks: Looks): Walk[] => [
  ...twoChanged(operations, looks),
  ...oneMadeOneGone(operations, looks),
  ...oneChangedOneGone(operations, looks),
  ...eachForThemselves(operations, looks),
  ...sameForBoth(operations, looks),
  ...halfWay(operations, looks),
  ...readByOthers(operations),
]

const atOnce = (goal: CallGoal): CallGoal => ({ ...goal, withNext: true })

/** Two more of something, in the same place. */
function pairOf(create: Operation): CallGoal[] {
  const { first, drawn } = remembered()
  return [
    { ...call(create), drawn },
    { ...call(create), parameters: (drawing) => first(drawing)?.parameters },
  ]
}

/** Two things are changed in the same way, each with values of its own. */
const twoChanged = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does }) => does === 'update' || does === 'act')
    .flatMap((change): Walk[] => {
      const entity = named(change)
      const create = entity === undefined ? undefined : doing(operations, 'create', entity)
      if (entity === undefined || !create) return []
      return [[...pairOf(create), atOnce(on(change, entity, -2)), on(change, entity, -1), ...looks(change)]]
    })

const oneMadeOneGone = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, entity }) => does === 'create' && entity !== undefined)
    .flatMap((create): Walk[] => {
      const { entity = '' } = create
      const remove = doing(operations, 'delete', entity)
      if (!remove || named(remove) !== entity) return []
      const { first, drawn } = remembered()
      const another: CallGoal = { ...call(create), parameters: (drawing) => first(drawing)?.parameters }
      return [[{ ...call(create), drawn }, atOnce(on(remove, entity, -1)), another, ...looks(create)]]
    })

const oneChangedOneGone = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does }) => does === 'update' || does === 'act')
    .flatMap((change): Walk[] => {
      const entity = named(change)
      const create = entity === undefined ? undefined : doing(operations, 'create', entity)
      const remove = entity === undefined ? undefined : doing(operations, 'delete', entity)
      if (entity === undefined || !create || !remove || named(remove) !== entity) return []
      const [changed, gone] = [on(change, entity, -2), on(remove, entity, -1)]
      return [[...pairOf(create), atOnce(changed), gone, ...looks(remove)]]
    })

const eachForThemselves = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((write) => isOfWholeOrganization(write) && !factsOf(write.id).personal)
    .filter((write) => references(write).every(({ place }) => !place.required))
    .map((write): Walk => {
      const seen = looks(write).filter((look) => !lastInPath(look.operation))
      const theirs = seen.map((look): CallGoal => ({ ...look, manner: 'neighbour' }))
      return [atOnce(call(write)), call(write, 'neighbour'), ...seen, ...theirs]
    })

/**
 * Two organizations say the same in one of the fields of what each has one of: each keeps its own. Not in their contacts,
 * which may have to be their own.
 */
const sameForBoth = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ area }) => area !== 'organization')
    .filter((write) => write.does === 'update' && !lastInPath(write) && !factsOf(write.id).personal)
    .flatMap((write) =>
      placesOf(write.body?.schema).flatMap(({ path: [field = '', ...below], schema }): Walk[] => {
        if (below.length > 0 || !isFreeText(schema)) return []
        const { first, drawn } = remembered()
        const theirs: CallGoal = {
          ...call(write, 'neighbour'),
          intent: 'exotic',
          body: (drawing, plain) => {
            const ours = first(drawing)?.body
            return isObject(ours) && ours[field] !== undefined ? { ...plain, [field]: ours[field] } : undefined
          },
        }
        return [[{ ...call(write), drawn }, theirs, ...looks(write)]]
      }),
    )

/** Half of a request has come when another is made, by one of us or somebody else: each has its own values. */
const halfWay = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((create) => create.does === 'create' && create.body !== undefined)
    .flatMap((create) => {
      const { first, drawn } = remembered()
      const meanwhile: CallGoal = { ...call(create), duringNext: true, drawn }
      const ours: CallGoal = {
        ...call(create),
        parameters: (drawing) => first(drawing)?.parameters,
        body: (drawing, plain) => withOtherBeginnings(create, plain, first(drawing)?.body),
      }
      const theirs: CallGoal = { ...call(create, 'neighbour'), duringNext: true }
      const canBeTheirs = isOfWholeOrganization(create) && references(create).every(({ place }) => !place.required)
      return [
        [{ kind: 'ready', operation: create }, meanwhile, ours, ...looks(create)],
        ...(canBeTheirs ? [[theirs, call(create), ...looks(create)] satisfies Walk] : []),
      ]
    })

/** Texts that begin like those of another body begin otherwise, so that halves of the two can be told apart. */
function withOtherBeginnings({ body }: Operation, plain: Item, before: unknown): Item {
  const texts = placesOf(body?.schema).filter(({ path, schema }) => path.length === 1 && isFreeText(schema))
  const changed = texts.flatMap(({ path: [field = ''] }) => {
    const [text, other] = [plain[field], isObject(before) ? before[field] : undefined]
    const isAlike = typeof text === 'string' && typeof other === 'string' && /^[a-z]/.test(text) && text[0] === other[0]
    return isAlike ? [[field, `${text[0] === 'k' ? 'm' : 'k'}${text.slice(1)}`] as const] : []
  })
  return { ...plain, ...Object.fromEntries(changed) }
}

/** Makes something, or changes what each organization has one of. */
const isOfWholeOrganization = (write: Operation): boolean =>
  (write.does === 'create' || write.does === 'update') && !lastInPath(write)

/** Those who may see less of it, or nothing, between two who may see all. */
const READERS: readonly Manner[] = ['elsewhere', 'manager', 'lesser']

const readByOthers = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter((read) => isRead(read) && !factsOf(read.id).personal)
    .map((read): Walk => {
      const { first, drawn } = remembered()
      const same = (manner: Manner): CallGoal => ({
        ...call(read, manner),
        parameters: (drawing, step) => first(drawing)?.parameters ?? step.parameters,
        query: (drawing, step) => first(drawing)?.query ?? step.query,
      })
      const between = READERS.map((manner) => atOnce(same(manner)))
      // Read on its own first: what was done to the thing may take a moment to show.
      return [{ ...call(read), drawn }, atOnce(same('plain')), ...between, same('plain')]
    })
