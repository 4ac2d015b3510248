import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { World } from '../../model/world/world.ts'
import { thingsIn } from '../compare/things.ts'
import type { TraceEntry } from '../finding/finding.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { mapStrings, reference, SALT, type Step } from '../step/step.ts'

/** The steps of one sequence, and what each was answered. */
interface Taken {
  readonly trace: readonly TraceEntry[]
  readonly answers: readonly unknown[]
  readonly salt: string
}

/** The steps that were taken, with references in place of values from earlier answers. */
export function repeatableSteps(contract: Contract, base: World, { trace, answers, salt }: Taken): Step[] {
  const known = new Map<string, string>()
  let answered = 0
  return trace.map(({ step }, index) => {
    const symbolic = mapStrings(step, (text) => known.get(text) ?? text.replaceAll(salt, SALT))
    // Of what is sent at the same time nothing knows the answer to another.
    if (step.kind === 'request' && step.withNext) return symbolic
    for (; answered <= index; answered++)
      for (const { value, pointer } of valuesToRemember(
        contract,
        base,
        trace[answered]?.step ?? step,
        answers[answered],
      ))
        if (!known.has(value)) known.set(value, reference(answered, pointer))
    return symbolic
  })
}

/** Identifiers in an answer, secrets it gave, and what an outside event reports to have made. */
function valuesToRemember(
  contract: Contract,
  base: World,
  step: Step,
  answer: unknown,
): { value: string; pointer: string }[] {
  if (step.kind === 'event') return isObject(answer) ? [...idsTold(answer), ...thingsChanged(answer)] : []
  const schema = successSchema(contract.operation(step.operation))
  // Things that were there before (a vantage, a lent service) can be named without an earlier answer.
  const things = thingsIn(schema, answer)
    .filter(({ entity, id }) => rowsWithId(base, entity, id).length === 0)
    .map(({ id, pointer, field }) => ({ value: id, pointer: `${pointer}/${field}` }))
  const secrets = annotatedFields(schema).flatMap(({ path, annotation }) => {
    const value = path.reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), answer)
    return annotation.secret === 'once' && typeof value === 'string' ? [{ value, pointer: `/${path.join('/')}` }] : []
  })
  // A password or a configuration may be shown again at its door, a cursor leads to the next page.
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

/** Things that an outside event made or changed, where the driver says which. */
const thingsChanged = ({ changed }: Told) =>
  (Array.isArray(changed) ? changed : []).flatMap((thing, place) =>
    isObject(thing) && (typeof thing.id === 'string' || typeof thing.id === 'number')
      ? [{ value: String(thing.id), pointer: `/changed/${place}/id` }]
      : [],
  )

const SHOWN_AGAIN = 16
