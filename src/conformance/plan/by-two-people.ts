import type { Schema } from '../../contract/openapi.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import type { Walk } from '../script/goal.ts'
import { call, isRead, type Looks, named } from './looks.ts'

/** One of us does something to a thing, then another: each is named for their own part only. */
export const byTwoPeople = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(canBeDone)
    .flatMap((first) =>
      operations
        .filter(
          (second) =>
            second !== first && canBeDone(second) && named(second) === named(first) && tellsWho(second, looks),
        )
        .map((second): Walk => [call(first, 'manager'), call(second), ...looks(second)]),
    )

const canBeDone = (operation: Operation): boolean =>
  !isRead(operation) && operation.does !== 'delete' && named(operation) !== undefined

/** Something that shows the thing says who did what to it. */
const tellsWho = (operation: Operation, looks: Looks): boolean =>
  [operation, ...looks(operation).map((look) => look.operation)].some((one) => saysWho(successSchema(one)))

const saysWho = (schema: Schema | undefined): boolean =>
  Object.entries(schema?.properties ?? {}).some(([name, field]) => /[bB]y(Label)?$/.test(name) || saysWho(field)) ||
  (schema?.items !== undefined && saysWho(schema.items))
