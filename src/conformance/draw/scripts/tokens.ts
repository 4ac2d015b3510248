import { rowsOf } from '../../shadow/rows.ts'
import { type Body, type Script, script } from './script.ts'

export const TOKEN_SCRIPTS: readonly Script[] = [
  // A scope names nothing its owner cannot see (Authentication, point 2): somebody else's, for one.
  script(['createUptimeService', 'createToken'], 'tokens', (call) => [
    [
      call('createUptimeService', { manner: 'neighbour' }),
      call('createToken', { body: naming('UptimeService', 'uptime') }),
    ],
  ]),
]

const naming =
  (entity: string, service: string): Body =>
  ({ shadow, org }, plain) => {
    const theirs = rowsOf(shadow.world, entity).find((row) => row.org !== org)
    const roles = rowsOf(shadow.world, 'IamRole').filter((row) => row.org === org)
    const role = roles.find((row) => 'service' in row && row.service === service) ?? roles[0]
    return { ...plain, scope: [{ role: role?.id, resourceIds: [theirs?.id] }] }
  }
