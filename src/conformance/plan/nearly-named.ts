import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { NEARLY, PARTS } from '../kit/nearly.ts'
import type { Walk } from '../script/goal.ts'
import { call, isRead, type Looks } from './looks.ts'

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
