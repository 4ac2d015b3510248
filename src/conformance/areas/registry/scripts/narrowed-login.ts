import type { Drawing } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import { bearer, forAnotherService } from '../../../script/by-token.ts'
import { grantedAll, roleWithout } from '../../../script/granted.ts'
import { type Body, type Script, script, times } from '../../../script/script.ts'
import { last } from './slugs.ts'

/** All that can be done, on the middle one of three registries alone. */
const one = (drawing: Drawing) => {
  const [role, id] = [roleWithout(drawing, 'registry', /^$/)?.id, own(drawing, 'Registry').at(-2)?.id]
  return role === undefined || id === undefined ? undefined : [{ role, resourceIds: [String(id)] }]
}
const narrowed: Body = (drawing, plain) => {
  const scope = one(drawing)
  return scope && { ...plain, scope }
}

/** A login is for every registry that the caller can reach, and for no other (Endpoints, Registries, 5). */
export const NARROWED_LOGIN_SCRIPTS: readonly Script[] = [
  script(['createRegistry', 'createLoginCredential', 'createToken'], (call) => {
    const logins = (caller: { readonly bearer: typeof bearer } | { readonly manner: 'lesser' }) => [
      call('createLoginCredential', { ...caller, body: () => ({}) }),
      call('createLoginCredential', {
        ...caller,
        body: (drawing) => ({ registry: last(drawing)?.slug }),
        intent: 'broken',
      }),
    ]
    const three = times(3, () => call('createRegistry'))
    return [
      [...three, call('createToken', { body: narrowed }), ...logins({ bearer })],
      [...three, grantedAll(one), ...logins({ manner: 'lesser' })],
      // Who has no access to any is told so (Errors, last paragraph).
      [
        ...[call('createRegistry'), call('createToken', { body: forAnotherService('registry') })],
        call('createLoginCredential', { bearer, body: () => ({}), intent: 'broken' }),
      ],
    ]
  }),
]
