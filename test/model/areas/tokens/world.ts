import { putRole, seedRoles } from '../../../../src/model/access/roles.ts'
import { seedCatalog } from '../../../../src/model/areas/uptime/state/catalog.ts'
import { apply } from '../../../../src/model/world/world.ts'
import { makeModel, type Options } from '../../support.ts'
import { conforming } from '../conforming.ts'

/** Two organizations with the built-in roles; acme has one of its own as well. Uptime services are what scopes narrow to. */
export function makeTokens(options: Options = {}) {
  const model = makeModel({ ...options, gaps: { 'iam.scopable-kinds': ['uptime-service'], ...options.gaps } })
  for (const org of ['acme', 'globex'])
    model.seed((world, choices) => seedCatalog(seedRoles(world, org, choices), org, choices))
  model.seed((world) =>
    apply(world, [
      putRole({
        id: 'role_release',
        org: 'acme',
        seq: world.serial,
        name: 'Release crew',
        description: 'What the release crew needs',
        kind: 'custom',
        service: undefined,
        scopable: false,
        reaches: [{ service: 'uptime', tier: 'write' }],
      }),
      { kind: 'serial', serial: world.serial + 1 },
    ]),
  )
  const call = conforming(model.call)
  const mint = (actor: string, body: object = {}) => call('createToken', actor, { body: { name: 'bot', ...body } })
  const list = (actor: string) => call('listTokens', actor).body.tokens
  const service = (actor: string, name: string): string =>
    call('createUptimeService', actor, { body: { name } }).body.id
  return { ...model, call, mint, list, service }
}
