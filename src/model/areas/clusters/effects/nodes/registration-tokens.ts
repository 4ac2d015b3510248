import type { EffectContext } from '../../../../request/contexts.ts'
import { listed } from '../../../../request/listed.ts'
import type { Effect, TimerEffect } from '../../../area.ts'
import { endOf } from '../../queries/lifetime.ts'
import { registrationTokenView } from '../../queries/views.ts'
import { registrationTokenSwitch } from '../../statements/index.ts'
import { cloudConfig, joinCommand } from './join-texts.ts'
import { settleNodes } from './nodes-of-token.ts'

export const REGISTRATION_TOKEN_EXPIRES = 'registration-token-expires'

export const listRegistrationTokens: Effect<'listRegistrationTokens'> = (context) => {
  const { org, name } = context.the('Cluster')
  const tokens = listed(context, context.oldest('RegistrationToken', 'parent', org, name), ({ name }) => name)
  return { tokens: tokens.map((token) => registrationTokenView(context, token)) }
}

export const createRegistrationToken: Effect<'createRegistrationToken'> = (context) => {
  const cluster = context.the('Cluster').name
  const token = context.fresh.secret('rts')
  const { id, name } = putToken(context, cluster, token)
  const command = joinCommand(context, { cluster, token })
  return {
    id,
    name,
    token,
    cloudConfig: cloudConfig(context, { cluster, token, joinCommand: command }),
    joinCommand: command,
  }
}

function putToken(context: EffectContext<'createRegistrationToken'>, cluster: string, token: string) {
  const { fresh, nowMs, caller, body } = context
  const id = fresh.id('RegistrationToken')
  const lifetime = body.expiresIn ?? context.gap('clusters.registration-token-lifetime') ?? undefined
  const expiresAtMs = lifetime === undefined ? undefined : endOf(context, lifetime, 'clusters.expires-in-unit')
  const about = { token: id, cluster, org: caller.org }
  return context.put('RegistrationToken', {
    id,
    org: caller.org,
    seq: context.serial(),
    name: body.name,
    createdAt: fresh.time(nowMs),
    expiresAt: expiresAtMs === undefined ? undefined : fresh.time(expiresAtMs),
    lastUsed: undefined,
    disabled: false,
    token,
    cluster,
    expiresAtMs,
    dueId: expiresAtMs === undefined ? undefined : context.schedule(REGISTRATION_TOKEN_EXPIRES, expiresAtMs, about),
  })
}

/** The switch goes both ways (States, switches). */
export const updateRegistrationToken: Effect<'updateRegistrationToken'> = (context) => {
  const token = context.the('RegistrationToken')
  const { disabled } = context.body
  context.cite(registrationTokenSwitch)
  context.put('RegistrationToken', { ...token, disabled })
  if (disabled && !token.disabled) settleNodes(context, token)
}

export const deleteRegistrationToken: Effect<'deleteRegistrationToken'> = (context) => {
  const token = context.the('RegistrationToken')
  if (token.dueId !== undefined) context.cancel(token.dueId)
  settleNodes(context, token)
  context.remove('RegistrationToken', token.org, token.cluster, token.id)
}

export const registrationTokenIsOver: TimerEffect = (context) => {
  const { cluster, token } = context.data
  const row = context.get('RegistrationToken', context.org, String(cluster), String(token))
  if (!row) return
  if (context.gap('clusters.expired-registration-tokens') === 'keep')
    context.put('RegistrationToken', { ...row, dueId: undefined })
  else context.remove('RegistrationToken', row.org, row.cluster, row.id)
}
