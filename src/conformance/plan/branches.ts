import type { Operation } from '../../contract/operations.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import type { RequestStep } from '../step/step.ts'
import type { Looks } from './looks.ts'

/** Pairs of these on one thing are sent at the same time. */
const CHANGES: ReadonlySet<string> = new Set(['update', 'delete', 'act'])

/**
 * Walks that end in two requests at the same time, and a look at what came of them: one name given twice, one thing
 * changed twice, changed and removed, moved on twice.
 */
export function branches(operations: readonly Operation[], looks: Looks): Walk[] {
  const twins = operations.filter(({ does }) => does === 'create').map((create) => race(create, create, looks))
  const changes = operations.filter(({ does, parameters }) => CHANGES.has(does) && parameters.some(inPath))
  const pairs = changes.flatMap((first, index) =>
    changes
      .slice(index)
      .filter((second) => named(second) === named(first) && worthwhile(first, second))
      .map((second) => race(first, second, looks)),
  )
  return [...twins, ...pairs]
}

const inPath = (parameter: Operation['parameters'][number]) => parameter.in === 'path'

/** The thing that an operation names in its path. */
const named = ({ parameters }: Operation): string | undefined => parameters.filter(inPath).at(-1)?.names

/** Operations that move a thing on are paired with themselves; those that edit or remove it, with all others. */
const worthwhile = (first: Operation, second: Operation): boolean =>
  first === second || first.does !== 'act' || second.does !== 'act'

function race(first: Operation, second: Operation, looks: Looks): Walk {
  let shared: RequestStep | undefined
  const one: CallGoal = {
    kind: 'call',
    operation: first,
    withNext: true,
    drawn: (step) => {
      shared = step
    },
  }
  const other: CallGoal = {
    kind: 'call',
    operation: second,
    parameters: () => shared?.parameters,
    // Of an update each of the two says something else; everything else is said twice.
    ...(first === second && first.does !== 'update' && { body: () => shared?.body }),
  }
  return [{ kind: 'ready', operation: first }, { kind: 'ready', operation: second }, one, other, ...looks(first)]
}
