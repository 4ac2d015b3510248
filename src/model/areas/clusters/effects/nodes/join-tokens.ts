import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect, TimerEffect } from '../../../area.ts'
import { endOf } from '../../queries/lifetime.ts'
import { joinTokenExpired } from '../../rules/joining.ts'
import type { ClusterRow } from '../../state/index.ts'
import { joinCommand } from './join-texts.ts'

export const JOIN_TOKEN_EXPIRES = 'join-token-expires'

type Context = EffectContext<'createJoinToken'>

export const createJoinToken: Effect<'createJoinToken'> = (context) => {
  const cluster = context.the('Cluster')
  const joinToken = context.fresh.secret('jt')
  if (context.gap('clusters.several-join-tokens') === 'replace') dropUnused(context, cluster)
  putJoinToken(context, cluster, joinToken)
  return {
    joinToken,
    cluster: context.gap('clusters.join-token-cluster') === 'name' ? cluster.name : cluster.endpoint,
    joinCommand: joinCommand(context, { cluster: cluster.name, token: joinToken }),
    expiresIn: context.fill('clusters.join-token-lifetime'),
  }
}

function putJoinToken(context: Context, { org, name }: ClusterRow, joinToken: string): void {
  const expiresAtMs = endOf(context, context.gap('clusters.join-token-lifetime'), 'clusters.join-token-unit')
  const dueId = context.schedule(JOIN_TOKEN_EXPIRES, expiresAtMs, { token: joinToken, cluster: name, org })
  const row = { id: joinToken, joinToken, org, seq: context.serial(), cluster: name }
  context.put('JoinToken', { ...row, expiresAtMs, used: false, dueId })
}

function dropUnused(context: Context, { org, name }: ClusterRow): void {
  for (const { id, used, dueId } of [...context.oldest('JoinToken', 'parent', org, name)]) {
    if (used) continue
    context.cancel(dueId)
    context.remove('JoinToken', org, name, id)
  }
}

/** A token whose time is over is forgotten, used or not. */
export const joinTokenIsOver: TimerEffect = (context) => {
  const { cluster, token } = context.data
  context.cite(joinTokenExpired)
  context.remove('JoinToken', context.org, String(cluster), String(token))
}
