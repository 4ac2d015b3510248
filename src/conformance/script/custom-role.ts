import type { Area } from '../../contract/areas.ts'
import type { Rows } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { Goal } from './goal.ts'
import { event } from './script.ts'

export const customReaderId = ({ salt }: Drawing): string => `custom-reader-${salt}`

/** The organization makes a role of its own, for reading whatever a service has; it can be narrowed. */
export const customReader = (service: Area): Goal => made(service, ({ org }) => org)

/** Another organization does. */
export const customReaderElsewhere = (service: Area): Goal =>
  made(service, ({ contract, cast }) => contract.profile.actors[cast.outsider ?? '']?.organization)

const made = (service: Area, by: (drawing: Drawing) => string | undefined): Goal =>
  event('roleChanges', (drawing) => {
    const [organization, permissions] = [by(drawing), readPermissions(drawing, service)]
    if (organization === undefined || permissions.length === 0) return undefined
    const said = { name: `Custom reader ${drawing.salt}`, description: 'reads', permissions, scopable: true }
    return { organization, customRole: { id: customReaderId(drawing), ...said } }
  })

/** That role goes again. */
export const customReaderGone: Goal = event('roleChanges', (drawing) =>
  customReaderIn(drawing)
    ? { organization: drawing.org, customRole: { id: customReaderId(drawing), removed: true } }
    : undefined,
)

/** The role, if it was made and is still there. */
export const customReaderIn = (drawing: Drawing): Rows['IamRole'] | undefined =>
  own(drawing, 'IamRole').find(({ id }) => id === customReaderId(drawing))

/** Only those whose name says that they read: what others allow is not known. */
const readPermissions = (drawing: Drawing, service: Area): string[] =>
  own(drawing, 'Permission')
    .map(({ id }) => id)
    .filter((id) => {
      const [of, resource, tier, ...rest] = id.split('.')
      return of === service && resource !== undefined && tier === 'read' && rest.length === 0
    })
