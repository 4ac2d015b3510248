import type { OperationId } from '../../../src/model/request/operation-types.ts'
import type { World } from '../../../src/model/world/world.ts'
import { asked } from './support.ts'

type Shown = Readonly<Record<string, unknown>>

/** Everything that somebody sees in a world in some state, as `thing state`; the log is read to its end. */
export function statesSeen(world: World, credential = 'owner'): Set<string> {
  const list = (id: OperationId, parameters = {}, query = {}): Shown[] => {
    const { body } = asked(world, id, credential, parameters, query)
    return Object.values(body as Record<string, unknown>).find(Array.isArray) ?? []
  }
  const seen = new Set<string>()
  const note = (thing: string, items: readonly Shown[], state: (item: Shown) => unknown) => {
    for (const item of items) seen.add(`${thing} ${state(item)}`)
  }
  const over = (expiresAt: unknown) => typeof expiresAt === 'string' && Date.parse(expiresAt) <= world.nowMs

  for (const status of ['open', 'acknowledged', 'resolved'])
    note('incident', list('listIncidents', {}, { status }), () => status)
  note('domain sends', list('listDomains'), ({ sendState }) => sendState)
  note('domain receives', list('listDomains'), ({ receiveState }) => receiveState)
  note('message', wholeLog(world, credential), ({ state }) => state)
  const hooks = list('listWebhooks')
  note('endpoint', hooks, ({ disabled }) => (disabled ? 'disabled' : 'enabled'))
  for (const { id } of hooks)
    note('delivery', list('listDeliveries', {}, { endpointId: String(id) }), (one) => one.state)
  note('suppression', list('listSuppressions'), ({ reason }) => reason)
  note('monitor', list('listMonitors'), ({ state }) => state)
  const clusters = list('listClusters')
  note('cluster', clusters, ({ phase }) => phase)
  for (const { name } of clusters) {
    const parameters = { name: String(name) }
    note('node', list('listNodes', parameters), ({ ready }) => (ready ? 'ready' : 'not ready'))
    const tokens = list('listRegistrationTokens', parameters)
    note('registration token', tokens, ({ disabled }) => (disabled ? 'disabled' : 'enabled'))
    note('registration token', tokens, ({ expiresAt }) => (over(expiresAt) ? 'expired' : 'valid'))
  }
  for (const { slug } of list('listRegistries')) {
    const keys = list('listRegistryKeys', { slug: String(slug) })
    note('registry key', keys, ({ mintedVia }) => mintedVia)
    note('registry key', keys, (key) => (key.revokedAt ? 'revoked' : over(key.expiresAt) ? 'expired' : 'active'))
    note('registry key', keys, ({ lastUsedAt }) => (lastUsedAt ? 'used' : 'unused'))
  }
  return seen
}

function wholeLog(world: World, credential: string): Shown[] {
  const messages: Shown[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: { messages: Shown[]; cursor?: string } = asked(
      world,
      'listMessages',
      credential,
      {},
      cursor ? { cursor } : {},
    ).body
    messages.push(...page.messages)
    cursor = page.cursor
  }
  return messages
}

/** The states of every machine that can be seen in lists. */
export const ALL_STATES: readonly string[] = Object.entries({
  incident: ['open', 'acknowledged', 'resolved'],
  'domain sends': ['pending', 'verified', 'failed'],
  'domain receives': ['none', 'pending', 'verified', 'failed'],
  message: ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'received'],
  endpoint: ['enabled', 'disabled'],
  delivery: ['pending', 'delivering', 'delivered', 'failed'],
  suppression: ['bounce', 'complaint', 'manual'],
  monitor: ['pending', 'up', 'down'],
  cluster: ['provisioning', 'ready', 'rolling', 'deleting'],
  node: ['ready', 'not ready'],
  'registration token': ['enabled', 'disabled', 'valid', 'expired'],
  'registry key': ['manual', 'oidc', 'active', 'revoked', 'expired', 'used', 'unused'],
}).flatMap(([thing, states]) => states.map((state) => `${thing} ${state}`))
