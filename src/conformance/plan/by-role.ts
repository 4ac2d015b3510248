import type { Operation } from '../../contract/operations.ts'
import { rulesFor } from '../../model/model.ts'
import { own } from '../kit/own-rows.ts'
import { becomes, type Place } from '../script/becomes.ts'
import type { Walk } from '../script/goal.ts'
import { grantedAll } from '../script/granted.ts'
import { SCOPABLE } from '../script/offered.ts'
import { call, isRead, type Looks } from './looks.ts'

const PLACES: readonly Place[] = ['viewer', 'member', 'admin', 'owner']

/**
 * What the contract reserves to some roles, by somebody who is given each in turn: those it names may, the others not, be
 * they one of them in another organization, or granted all there is about single services.
 */
export const byRole = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => rulesFor(operation).some(({ lets }) => lets !== undefined))
    .flatMap((operation) => {
      const seen = isRead(operation) ? [] : looks(operation)
      return [
        PLACES.flatMap((place) => [becomes('lesser', place), call(operation, 'lesser'), ...seen]),
        [becomes('dualElsewhere', 'owner'), call(operation, 'dual'), ...seen],
        [everyGrant, call(operation, 'lesser'), ...seen],
      ]
    })

/**
 * The lesser actor stays a member and gets every role of a service that has things of its own. A role of the organization
 * itself may well make somebody an admin of it.
 */
const everyGrant = grantedAll((drawing) => {
  const roles = own(drawing, 'IamRole').filter(({ service }) => SERVICES.has(String(service)))
  return roles.length === 0 ? undefined : roles.map(({ id }) => ({ role: id }))
})

const SERVICES: ReadonlySet<string> = new Set(SCOPABLE.map(({ service }) => service))
