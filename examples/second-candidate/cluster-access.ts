import { clusterOf } from './cluster-view.ts'
import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import type { Cluster, RegistrationToken } from './entities.ts'
import { SECOND, shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { hashOf, newSecret } from './secrets.ts'

/** Nodes and the ways in: join tokens, registration tokens, client configuration (Endpoints, Clusters). */
export const clusterAccessHandlers: Handlers = {
  listNodes: (ctx) => ({
    nodes: [...clusterOf(ctx).nodes.values()].map(({ name, ready, agentVersion }) => ({ name, ready, agentVersion })),
  }),

  deleteNode(ctx) {
    const { nodes } = clusterOf(ctx)
    const name = param(ctx, 'node')
    if (!nodes.has(name)) refuse(404, 'unknown node')
    if (!ctx.fault('node-stays')) nodes.delete(name)
    return undefined
  },

  getKubeconfig(ctx) {
    const { world, choice, now, fault } = ctx
    const cluster = clusterOf(ctx)
    const token = newSecret('kct.')
    const lives = choice.kubeconfigSeconds * SECOND * (fault('kubeconfig-never-expires') ? 1_000_000 : 1)
    world.clientTokens.set(hashOf(token), { org: cluster.org, cluster: cluster.name, expiresAt: now + lives })
    const kubeconfig = configuration(cluster.name, token)
    return fault('kubeconfig-without-expiry') ? { kubeconfig } : { kubeconfig, expiresIn: choice.kubeconfigSeconds }
  },

  createJoinToken(ctx) {
    const { world, choice, now } = ctx
    const cluster = clusterOf(ctx)
    const joinToken = newSecret('jt.')
    const expiresAt = now + choice.joinTokenSeconds * SECOND
    world.joinTokens.set(hashOf(joinToken), { org: cluster.org, cluster: cluster.name, expiresAt, used: false })
    return {
      joinToken,
      cluster: cluster.name,
      joinCommand: joinCommand(cluster, joinToken),
      expiresIn: choice.joinTokenSeconds,
    }
  },

  listRegistrationTokens(ctx) {
    const tokens = [...clusterOf(ctx).registrationTokens.values()].map((token) => shownToken(ctx, token))
    return { tokens: ctx.choice.newestFirst ? tokens.reverse() : tokens }
  },

  createRegistrationToken(ctx) {
    const { world, read, now, fault } = ctx
    const cluster = clusterOf(ctx)
    const body = read.object(ctx.body, 'body', ['name', 'expiresIn'])
    const name = read.name(body.name, 'name')
    const expiresIn = read.maybe(body, 'expiresIn', read.integer(1, 10 ** 9))
    const token = newSecret('rt.')
    const id = world.newId('rt')
    cluster.registrationTokens.set(id, {
      id,
      name,
      hash: hashOf(token),
      leaked: fault('registration-secret-listed') ? token : undefined,
      createdAt: now,
      expiresAt: expiresIn === undefined ? undefined : now + expiresIn * SECOND,
      lastUsed: undefined,
      disabled: false,
    })
    const command = joinCommand(cluster, token)
    return { id, name, token, cloudConfig: `#cloud-config\nruncmd:\n  - ${command}\n`, joinCommand: command }
  },

  updateRegistrationToken(ctx) {
    const { read, fault } = ctx
    const token = tokenOf(ctx)
    const disabled = read.boolean(read.object(ctx.body, 'body', ['disabled']).disabled, 'disabled')
    token.disabled = disabled || (token.disabled && fault('registration-stays-disabled'))
    return undefined
  },

  deleteRegistrationToken(ctx) {
    const token = tokenOf(ctx)
    if (!ctx.fault('registration-token-stays')) clusterOf(ctx).registrationTokens.delete(token.id)
    return undefined
  },
}

function tokenOf(ctx: Context): RegistrationToken {
  return clusterOf(ctx).registrationTokens.get(param(ctx, 'id')) ?? refuse(404, 'unknown registration token')
}

function joinCommand({ name }: Cluster, token: string): string {
  return `harbor-agent join ${name} --token ${token}`
}

function shownToken({ choice }: Context, token: RegistrationToken) {
  const { id, name, disabled, createdAt, expiresAt, lastUsed, leaked } = token
  return {
    id,
    name,
    createdAt: shown(choice, createdAt),
    ...(expiresAt === undefined ? {} : { expiresAt: shown(choice, expiresAt) }),
    ...(lastUsed === undefined ? {} : { lastUsed: shown(choice, lastUsed) }),
    disabled,
    ...(leaked === undefined ? {} : { token: leaked }),
  }
}

function configuration(cluster: string, token: string): string {
  const name = JSON.stringify(cluster)
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `  - name: ${name}`,
    '    cluster:',
    `      server: ${JSON.stringify(`https://${cluster}.clusters.harbor.example`)}`,
    'users:',
    '  - name: admin',
    '    user:',
    `      token: ${JSON.stringify(token)}`,
    'contexts:',
    '  - name: admin',
    '    context:',
    `      cluster: ${name}`,
    '      user: admin',
    'current-context: admin',
    '',
  ].join('\n')
}
