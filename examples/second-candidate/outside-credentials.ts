import { keyRefused, loginRefused, type Use } from './data-plane.ts'
import type { Cluster } from './entities.ts'
import { type Event, type Happening, momentOf } from './outside-event.ts'
import { refuse } from './refusal.ts'
import { hashOf } from './secrets.ts'

/** Somebody presents a credential where it is good for something. */
export const credentialEvents: Record<string, Event> = {
  credentialUsed(happening) {
    const { read, body } = happening
    const kind = read.string(body.kind, 'kind')
    const knock = DOORS[kind] ?? refuse(409, `there is no credential of the kind ${kind} here`)
    const reason = knock(happening, useOf(happening))
    return { accepted: reason === undefined, ...(reason === undefined ? {} : { reason }) }
  },
}

function useOf(happening: Happening): Use {
  const { read, body } = happening
  return {
    id: read.maybe(body, 'id', read.string),
    secret: read.maybe(body, 'secret', read.string),
    registry: read.maybe(body, 'registry', read.string),
    repository: read.maybe(body, 'repository', read.string),
    for: read.maybe(body, 'for', read.oneOf(['pull', 'push'])) ?? 'pull',
    at: momentOf(happening, 'at'),
  }
}

/** Each answers why the credential does not get in, or nothing. */
const DOORS: Record<string, (happening: Happening, use: Use) => string | undefined> = {
  'registry-key'({ world, changed }, use) {
    const { reason, key } = keyRefused(world, use)
    if (!key || reason !== undefined) return reason
    key.lastUsedAt = use.at
    changed.push({ entity: 'RegistryKey', id: key.keyId, change: 'changed' })
    return undefined
  },

  'login-credential': ({ world }, use) => loginRefused(world, use),

  'upstream-credential'({ world }, { id, registry }) {
    const logins = registry === undefined ? undefined : world.registries.get(registry)?.logins
    return id !== undefined && logins?.has(id) ? undefined : 'nothing is set'
  },

  'send-key'({ world, changed }, { id, secret, at }) {
    const hash = secret === undefined ? undefined : hashOf(secret)
    const key = [...world.sendKeys.values()].find((one) =>
      hash === undefined ? one.id === id : one.secretHash === hash,
    )
    if (!key) return 'unknown key'
    if (key.revoked) return 'revoked'
    key.lastUsedAt = at
    changed.push({ entity: 'EmailSendKey', id: key.id, change: 'changed' })
    return undefined
  },

  'registration-token'({ world, read, body }, { id, secret, at }) {
    const hash = secret === undefined ? undefined : hashOf(secret)
    const within = read.maybe(body, 'cluster', read.string)
    const clusters = [...world.clusters.values()].filter(({ name }) => within === undefined || name === within)
    const token = clusters
      .flatMap(({ registrationTokens }: Cluster) => [...registrationTokens.values()])
      .find((one) => (hash === undefined ? one.id === id : one.hash === hash))
    if (!token) return 'unknown token'
    if (token.disabled) return 'disabled'
    if (token.expiresAt !== undefined && token.expiresAt <= at) return 'expired'
    token.lastUsed = at
    return undefined
  },

  /** The whole configuration or the token in it. */
  kubeconfig({ world, read, body }, { secret, at }) {
    const token = /token:\s*"?([^"\s]+)"?/.exec(secret ?? '')?.[1] ?? secret ?? ''
    const client = world.clientTokens.get(hashOf(token))
    const cluster = read.maybe(body, 'cluster', read.string)
    if (!client || (cluster !== undefined && client.cluster !== cluster)) return 'unknown token'
    if (![...world.clusters.values()].some(({ name, org }) => name === client.cluster && org === client.org))
      return 'the cluster is gone'
    return client.expiresAt <= at ? 'expired' : undefined
  },
}
