import { EVERYWHERE } from '../identity/identity.ts'
import { getRow } from '../table/table.ts'
import { apply, type Change, type World } from '../world/world.ts'

/** Somebody who can call the API, as a seed or a profile names them. */
export interface ActorSeed {
  /** The credential as it is sent over HTTP. */
  readonly credential: string
  readonly organization: string
  readonly role: string
  readonly userId: string
  readonly label: string
  readonly email: string
  readonly permissions?: readonly string[]
}

/** Puts people, their organizations and their credentials into a world. */
export function seedIdentities(
  world: World,
  actors: readonly ActorSeed[],
  entitlements: readonly string[] = ['email', 'uptime'],
): World {
  let seq = world.serial
  const put = (table: 'Organization' | 'User' | 'Membership' | 'Credential', row: object): Change =>
    ({ kind: 'put', table, row: { seq: seq++, ...row } }) as Change
  const changes = actors.flatMap(({ credential, organization, role, userId, label, email, permissions = [] }) => [
    put('Organization', { id: organization, org: EVERYWHERE, name: organization, entitlements }),
    put('User', { id: userId, org: EVERYWHERE, label, email }),
    put('Membership', { id: userId, org: organization, role, permissions }),
    put('Credential', {
      id: credential,
      org: EVERYWHERE,
      userId,
      actingOrg: organization,
      enabled: true,
      expiresAtMs: undefined,
      scope: undefined,
      tokenId: undefined,
    }),
  ])
  return apply(world, [...changes, { kind: 'serial', serial: seq }])
}

/** Makes sure that these people are in their organizations, whoever holds the credentials they would have. */
export function introduce(world: World, people: readonly ActorSeed[]): World {
  const missing = ({ organization, userId }: ActorSeed) => !getRow(world.tables.Membership, [organization, userId])
  const strangers = people.filter(missing)
  const inhabited = seedIdentities(world, strangers)
  const undone = strangers.flatMap(({ credential, organization }): Change[] => {
    const held = getRow(world.tables.Credential, [EVERYWHERE, credential])
    const known = getRow(world.tables.Organization, [EVERYWHERE, organization])
    return [
      held ? [{ kind: 'put', table: 'Credential', row: held } as const] : [],
      known ? [{ kind: 'put', table: 'Organization', row: known } as const] : [],
    ].flat()
  })
  return apply(inhabited, undone)
}
