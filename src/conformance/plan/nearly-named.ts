import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { NEARLY, PARTS } from '../kit/nearly.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { slight } from './by-operation.ts'
import { call, isRead, type Looks, lastInPath } from './looks.ts'

/** Every name in a path with a letter before or behind it: nothing bears that name. Of one in a catalog also parts of it. */
export const nearlyNamed = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((operation) =>
    operation.parameters
      .filter(({ in: place }) => place === 'path')
      .flatMap(({ name }) =>
        [...NEARLY, ...(factsOf(operation.id).offered?.[name] ? PARTS : [])].map(
          (nearly): Walk => [
            {
              ...call(operation),
              intent: 'exotic',
              parameters: (_, { parameters }) => {
                const wrong = nearly(parameters[name])
                return wrong === undefined ? parameters : { ...parameters, [name]: wrong }
              },
            },
            ...(isRead(operation) ? [] : looks(operation)),
          ],
        ),
      ),
  )

/**
 * Every change of a thing that never existed, once one beside it was changed so: what was let through before is no reason to
 * let anything through. Whether a deletion finds anything is open.
 */
export const unknownBeside = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => !isRead(operation) && operation.does !== 'delete')
    .flatMap((operation): Walk[] => {
      const name = lastInPath(operation)?.name
      if (name === undefined) return []
      const { first, drawn } = remembered()
      const unknown: CallGoal = {
        ...slight(operation, 'unknown-id'),
        parameters: (drawing, { parameters }) => {
          const [beside, nobodys] = [first(drawing)?.parameters, parameters[name]]
          return beside && nobodys !== undefined ? { ...beside, [name]: nobodys } : undefined
        },
      }
      return [[{ ...call(operation), drawn }, unknown, ...looks(operation)]]
    })
