import { plainName } from '../../kit/drawing.ts'
import { MISPLACED } from '../../kit/misplaced.ts'
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

/** The same in every place among registries that the caller sees. */
const scopesPartlyBeyondSight: readonly Twist[] = MISPLACED.slice(1).map((among) => ({
  intent: 'broken',
  needs: 'Registry',
  body: (drawing, plain) => {
    const role = own(drawing, 'IamRole').find((one) => one.service === 'registry' && one.scopable)
    const seen = own(drawing, 'Registry').map(({ id }) => id)
    const resourceIds = among(`no-such-${plainName(drawing)}`, seen.slice(-2))
    return role && resourceIds && { ...plain, scope: [{ role: role.id, resourceIds }] }
  },
}))

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

/** Every entry needs a role (row 2), alone and behind one that has it. */
const scopeWithoutRole: readonly Twist[] = [0, 1].map((before) => ({
  intent: 'broken',
  needs: 'Registry',
  body: (drawing, plain) => {
    const [registry, role] = [
      anyOwn(drawing, 'Registry')?.id,
      own(drawing, 'IamRole').find((one) => one.service === 'registry' && one.scopable)?.id,
    ]
    const scope = [{ role, resourceIds: [registry] }, { resourceIds: [registry] }].slice(1 - before)
    return registry && role && { ...plain, scope }
  },
}))

export const TOKENS_TWISTS: Twists = {
  createToken: [
    scopeOfRole,
    scopeOfResource,
    scopeBeyondSight,
    ...scopesPartlyBeyondSight,
    ...scopeWithoutRole,
    nameInUse('PersonalToken'),
  ],
}
