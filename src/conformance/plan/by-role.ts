import type { Operation } from '../../contract/operations.ts'
import { rulesFor } from '../../model/model.ts'
import { becomes, type Place } from '../script/becomes.ts'
import type { Walk } from '../script/goal.ts'
import { call, isRead, type Looks } from './looks.ts'

const PLACES: readonly Place[] = ['viewer', 'member', 'admin', 'owner']

/** What the contract reserves to some roles, by somebody who is given each in turn: those it names may, the others not. */
export const byRole = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => rulesFor(operation).some(({ lets }) => lets !== undefined))
    .map((operation) =>
      PLACES.flatMap((place) => [
        becomes('lesser', place),
        call(operation, 'lesser'),
        ...(isRead(operation) ? [] : looks(operation)),
      ]),
    )
