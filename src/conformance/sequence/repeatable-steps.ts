import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { World } from '../../model/world/world.ts'
import { thingsIn } from '../compare/things.ts'
import type { TraceEntry } from '../finding/finding.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { byClaims } from '../step/id-token.ts'
import { amongOwn, ownIn } from '../step/own-items.ts'
import { isBoundToNext, mapStrings, reference, SALT, type Step } from '../step/step.ts'

/** The steps of one sequence, with their responses. */
interface Taken {
  readonly trace: readonly TraceEntry[]
  readonly answers: readonly unknown[]
  readonly salt: string
}

/** The executed steps, with references instead of values from earlier responses. */
export function repeatableSteps(contract: Contract, base: World, { trace, answers, salt }: Taken): Step[] {
  const known = new Map<string, string>()
  let answered = 0
  return trace.map(({ step }, index) => {
    const named = mapStrings(step, (text) => known.get(text) ?? byClaims(text).replaceAll(salt, SALT))
    const symbolic = asCounted(named, answers.slice(0, index))
    // Concurrent requests cannot refer to each other's responses.
    if (isBoundToNext(step)) return symbolic
    for (; answered <= index; answered++) {
      const own = ownIn(answers.slice(0, answered), salt)
      const by = trace[answered]?.step ?? step
      for (const { value, pointer } of valuesToRemember(contract, base, by, answers[answered]))
        if (!known.has(value)) known.set(value, reference(answered, amongOwn(answers[answered], pointer, own)))
    }
    return symbolic
  })
}

/** A quota that was set to a count which an earlier response shows follows that count. */
function asCounted(step: Step, answers: readonly unknown[]): Step {
  if (step.kind !== 'event' || step.event !== QUOTA_CHANGES || !isObject(step.body)) return step
  const { value } = step.body
  const place = answers.findLastIndex((answer) => isObject(answer) && answer[COUNT] === value)
  return place === -1 ? step : { ...step, body: { ...step.body, value: reference(place, `/${COUNT}`) } }
}

const QUOTA_CHANGES = 'quotaChanges'
/** The count that a response shows of a quota. */
const COUNT = 'acceptedToday'

/** Identifiers and secrets in a response, and things that an outside event reports to have created. */
function valuesToRemember(
  contract: Contract,
  base: World,
  step: Step,
  answer: unknown,
): { value: string; pointer: string }[] {
  if (step.kind === 'event') return isObject(answer) ? [...idsTold(answer), ...thingsChanged(answer)] : []
  const schema = successSchema(contract.operation(step.operation))
  // Things that existed before (a vantage, a lent service) need no reference.
  const things = thingsIn(schema, answer)
    .filter(({ entity, id }) => rowsWithId(base, entity, id).length === 0)
    .map(({ id, pointer, field }) => ({ value: id, pointer: `${pointer}/${field}` }))
  const secrets = annotatedFields(schema).flatMap(({ path, annotation }) => {
    const value = path.reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), answer)
    return annotation.secret === 'once' && typeof value === 'string' ? [{ value, pointer: `/${path.join('/')}` }] : []
  })
  // A password or a configuration is used at a side door, and a cursor for the next page.
  const texts = Object.entries(isObject(answer) ? answer : {}).flatMap(([field, value]) =>
    typeof value === 'string' && (value.length >= SHOWN_AGAIN || field === 'cursor')
      ? [{ value, pointer: `/${field}` }]
      : [],
  )
  return [...things, ...secrets, ...texts]
}

type Told = Readonly<Record<string, unknown>>

const idsTold = (answer: Told) =>
  Object.entries(answer).flatMap(([field, value]) =>
    /Id$/.test(field) && typeof value === 'string' ? [{ value, pointer: `/${field}` }] : [],
  )

/** Things that an outside event created or changed, if the driver reports them. */
const thingsChanged = ({ changed }: Told) =>
  (Array.isArray(changed) ? changed : []).flatMap((thing, place) =>
    isObject(thing) && (typeof thing.id === 'string' || typeof thing.id === 'number')
      ? [{ value: String(thing.id), pointer: `/changed/${place}/id` }]
      : [],
  )

const SHOWN_AGAIN = 16
