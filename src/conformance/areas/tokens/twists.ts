import { plainName } from '../../kit/drawing.ts'
import { anyOwn, own } from '../../kit/own-rows.ts'
import { nameInUse, type Twist, type Twists } from '../../kit/twist.ts'

/** A resource that the caller cannot see is no more acceptable than one that does not exist (Authentication, point 2). */
const scopeBeyondSight: Twist = {
  intent: 'broken',
  body: (drawing, plain) => {
    const role = anyOwn(drawing, 'IamRole')
    return role && { ...plain, scope: [{ role: role.id, resourceIds: [`no-such-${plainName(drawing)}`] }] }
  },
}

const scopeOfRole: Twist = {
  intent: 'exotic',
  body: (drawing, plain) => {
    const role = anyOwn(drawing, 'IamRole')
    return role && { ...plain, scope: [{ role: role.id }] }
  },
}

/** A role on something that its service lists. */
const scopeOfResource: Twist = {
  intent: 'exotic',
  needs: 'Registry',
  body: (drawing, plain) => {
    const [registry, role] = [
      anyOwn(drawing, 'Registry'),
      drawing.sampler.pick(own(drawing, 'IamRole').filter((one) => one.service === 'registry' && one.scopable)),
    ]
    return registry && role && { ...plain, scope: [{ role: role.id, resourceIds: [registry.id] }] }
  },
}

export const TOKENS_TWISTS: Twists = {
  createToken: [scopeOfRole, scopeOfResource, scopeBeyondSight, nameInUse('PersonalToken')],
}
