import type { Effect, TimerEffect } from '../../../area.ts'
import { endOf } from '../../queries/lifetime.ts'
import { yamlText } from '../../queries/yaml-text.ts'
import { clientTokenExpires, kubeconfigReadable } from '../../statements/index.ts'

export const CLIENT_TOKEN_EXPIRES = 'client-token-expires'

export const getKubeconfig: Effect<'getKubeconfig'> = (context) => {
  const { org, name, endpoint } = context.the('Cluster')
  const token = context.fresh.secret('kt')
  const expiresAtMs = endOf(context, context.gap('clusters.kubeconfig-lifetime'), 'clusters.kubeconfig-unit')
  context.put('ClientToken', { id: token, org, seq: context.serial(), cluster: name, expiresAtMs })
  context.schedule(CLIENT_TOKEN_EXPIRES, expiresAtMs, { token, cluster: name, org })
  context.cite(kubeconfigReadable)
  return {
    kubeconfig: kubeconfigFor(name, endpoint, token),
    expiresIn: context.fill('clusters.kubeconfig-lifetime'),
  }
}

/** A kubeconfig file, as kubectl reads it. */
function kubeconfigFor(cluster: string, server: string, token: string): string {
  const user = `${cluster}-admin`
  return yamlText({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster, cluster: { server } }],
    users: [{ name: user, user: { token } }],
    contexts: [{ name: cluster, context: { cluster, user } }],
    'current-context': cluster,
  })
}

export const clientTokenIsOver: TimerEffect = (context) => {
  const { cluster, token } = context.data
  const known = context.get('ClientToken', context.org, String(cluster), String(token))
  // A target may hand out the same one again, with a life that begins anew.
  if (!known || known.expiresAtMs > context.nowMs) return
  context.cite(clientTokenExpires)
  context.remove('ClientToken', context.org, String(cluster), String(token))
}
