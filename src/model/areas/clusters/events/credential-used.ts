import type { EventContext } from '../../../request/contexts.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent, type Touched } from '../../event-answer.ts'
import { instantSaid } from '../../event-instant.ts'
import { noteRegistration } from '../effects/nodes/note-registration.ts'
import { stateOf } from '../queries/clusters/phase.ts'
import { tokenIn } from '../queries/kubeconfig-token.ts'
import type { RegistrationTokenRow } from '../state/index.ts'
import { clientTokenExpires, registrationTokenReusable } from '../statements/index.ts'

type Context = EventContext<'credentialUsed'>

/** Somebody presents a registration token, or the token of a client configuration, where it is for. */
export const credentialUsed: EventEffect<'credentialUsed'> = (context) => {
  switch (context.body.kind) {
    case 'registration-token':
      return registrationTokenUsed(context)
    case 'kubeconfig':
      return told(context, whyNotClient(context))
    default:
      return undefined
  }
}

function told(context: Context, reason: string | undefined, ...changed: readonly Touched[]) {
  return {
    ...eventAnswer(context, ...changed),
    accepted: reason === undefined,
    ...(reason !== undefined && { reason }),
  }
}

/** A client configuration comes as a whole, or as the token in it. */
function whyNotClient(context: Context): string | undefined {
  const { secret = '', cluster } = context.body
  const inside = tokenIn(secret) ?? secret
  const [row] = context.newest('ClientToken', 'secret', inside)
  if (!row || (cluster !== undefined && row.cluster !== cluster)) return 'it is not known, or has expired'
  if (row.expiresAtMs > instantSaid(context, context.body.at)) return whyNotNow(context, row.cluster)
  context.cite(clientTokenExpires)
  return 'it has expired'
}

/** Whether what is left of a cluster still lets anybody in is not said. */
function whyNotNow(context: Context, name: string): string | undefined {
  const cluster = context.get('Cluster', context.org, name)
  const isRefused = cluster && stateOf(context, cluster) === 'deleting' && isClosedWhileDeleting(context)
  return isRefused ? 'the cluster is being torn down' : undefined
}

const isClosedWhileDeleting = (context: Context): boolean => context.gap('clusters.access-while-deleting') === 'refuse'

function registrationTokenUsed(context: Context) {
  const token = tokenCalled(context)
  if (!token) return told(context, 'it is not known')
  const { id, disabled, expiresAtMs, createdAt } = token
  const atMs = instantSaid(context, context.body.at, { what: `the registration token ${id}`, createdAt })
  const over = expiresAtMs !== undefined && expiresAtMs <= atMs
  if (disabled || over) return told(context, disabled ? 'it is switched off' : 'it has expired')
  const closed = whyNotNow(context, token.cluster)
  if (closed !== undefined) return told(context, closed)
  context.cite(registrationTokenReusable)
  const noted = noteRegistration(context, token, atMs)
  return told(context, undefined, ...(noted ? [{ entity: 'RegistrationToken', id, change: 'changed' } as const] : []))
}

function tokenCalled(context: Context): RegistrationTokenRow | undefined {
  const { id, secret, cluster } = context.body
  if (secret !== undefined || id === undefined) {
    const [row] = context.newest('RegistrationToken', 'secret', secret ?? '')
    return row
  }
  const rows = [...context.newest('RegistrationToken', 'all', context.org)]
  const row = rows.find((token) => token.id === id && (cluster === undefined || token.cluster === cluster))
  if (!row) throw new ImpossibleEvent('unknown', `there is no registration token ${id}`)
  return row
}
