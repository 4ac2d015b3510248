import type { Drawing } from '../../kit/drawing.ts'
import type { DrawnEvents } from '../../kit/drawn-event.ts'
import { own } from '../../kit/own-rows.ts'

/** A role of the organization's own making: a new one, one that changes, or one that goes. */
function customRole(drawing: Drawing): object | undefined {
  const { sampler, salt } = drawing
  const permission = sampler.pick(own(drawing, 'Permission'))?.id
  const known = sampler.pick(own(drawing, 'IamRole').filter(({ id }) => id.includes(salt)))?.id
  if (known !== undefined && sampler.chance(0.3)) return { id: known, removed: true }
  const number = drawing.next()
  const said = { name: `Custom ${salt} ${number}`, description: `role ${number}` }
  if (known !== undefined && sampler.chance(0.5)) return { id: known, ...said }
  // Whether a role can be narrowed is said: what holds for one that does not say is open.
  const whole = { id: `custom-${salt}-${number}`, ...said, scopable: false }
  return permission === undefined ? undefined : { ...whole, permissions: [permission] }
}

export const IAM_EVENTS: DrawnEvents = {
  roleChanges: {
    about: 'IamRole',
    body(drawing) {
      const role = customRole(drawing)
      return role && { organization: drawing.org, customRole: role }
    },
  },
}
