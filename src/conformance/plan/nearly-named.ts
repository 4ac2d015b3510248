import type { Operation } from '../../contract/operations.ts'
import { NEARLY } from '../draw/nearly.ts'
import type { Walk } from '../script/goal.ts'
import { call, isRead, type Looks } from './looks.ts'

/** Every name in a path with a letter before or behind it: nothing bears that name. */
export const nearlyNamed = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((operation) =>
    operation.parameters
      .filter(({ in: place }) => place === 'path')
      .flatMap(({ name }) =>
        NEARLY.map(
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
