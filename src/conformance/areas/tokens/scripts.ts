import type { TableName } from '../../../model/world/rows.ts'
import type { Drawing } from '../../kit/drawing.ts'
import { own } from '../../kit/own-rows.ts'
import { granted } from '../../script/granted.ts'
import { type Body, event, have, type Script, script, secretOf } from '../../script/script.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** A role of the organization's own making, with one permission. */
const customRole = event('roleChanges', ({ org, salt, shadow }) => {
  const [permission] = rowsOf(shadow.world, 'Permission')
  return (
    permission && {
      organization: org,
      customRole: { id: `custom-${salt}`, name: `Custom ${salt}`, permissions: [permission.id] },
    }
  )
})

/** A scope that names somebody else's thing. */
const naming =
  (entity: TableName, service: string): Body =>
  (drawing, plain) => {
    const theirs = rowsOf(drawing.shadow.world, entity).find((row) => row.org !== drawing.org)
    const roles = own(drawing, 'IamRole')
    const role = roles.find((one) => one.service === service) ?? roles[0]
    return { ...plain, scope: [{ role: role?.id, resourceIds: [theirs?.id] }] }
  }

/** A token for the first of our registries alone. */
const narrowed: Body = (drawing, plain) => {
  const registry = own(drawing, 'Registry').at(0)?.id
  const role = own(drawing, 'IamRole').find(({ service, scopable }) => service === 'registry' && scopable === true)
  return registry && role && { ...plain, scope: [{ role: role.id, resourceIds: [registry] }] }
}
const bearer = (drawing: Drawing) => secretOf(drawing, 'createToken key')
const registryAt = (place: number) => (drawing: Drawing) => {
  const slug = own(drawing, 'Registry').at(place)?.slug
  return slug === undefined ? undefined : { slug }
}

export const TOKENS_SCRIPTS: readonly Script[] = [
  // A scope names nothing its owner cannot see (Authentication, point 2): somebody else's, for one.
  script(['createUptimeService', 'createToken'], (call) => [
    [
      call('createUptimeService', { manner: 'neighbour' }),
      call('createToken', { body: naming('UptimeService', 'uptime') }),
    ],
  ]),
  // Options: custom roles too, and what the caller can read (Endpoints, Tokens, row 3).
  script(['getTokenScopeOptions', 'createUptimeService', 'createRegistry'], (call) => [
    [customRole, call('getTokenScopeOptions')],
    [have('UptimeService'), call('createUptimeService'), call('getTokenScopeOptions')],
    [call('createRegistry'), call('createRegistry'), call('getTokenScopeOptions')],
    [
      call('createRegistry'),
      call('createRegistry'),
      granted('registry', /^$/, (drawing) => [String(own(drawing, 'Registry').at(0)?.id)]),
      call('getTokenScopeOptions', { manner: 'lesser' }),
    ],
  ]),
  // A narrowed token reaches no further (Authentication, point 2).
  script(['createToken', 'createRegistry', 'getRegistry', 'createUptimeService'], (call) => [
    [
      call('createRegistry'),
      call('createRegistry'),
      call('createToken', { body: narrowed }),
      call('getRegistry', { bearer, parameters: registryAt(0) }),
      call('getRegistry', { bearer, parameters: registryAt(1), intent: 'broken' }),
      call('createUptimeService', { bearer, intent: 'broken' }),
    ],
  ]),
]
