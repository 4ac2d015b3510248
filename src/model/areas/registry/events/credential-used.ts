import type { EventContext } from '../../../request/contexts.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent, type Touched } from '../../event-answer.ts'
import { instantSaid } from '../../event-instant.ts'
import { keyBy, loginBy } from '../effects/access/data-plane.ts'
import { noteUse } from '../effects/access/used-key.ts'
import { type Attempt, whyNotKey, whyNotLogin } from '../queries/access/verdict.ts'
import { registryAnywhere, registryCalled } from '../queries/registry-of.ts'
import type { RegistryKeyRow } from '../state/index.ts'
import { ownUpstreamLogin } from '../statements/upstreams.ts'

type Context = EventContext<'credentialUsed'>

const UNKNOWN = 'it is not known'

/** Somebody presents a key, a login or an upstream login at the door it is for. */
export const credentialUsed: EventEffect<'credentialUsed'> = (context) => {
  switch (context.body.kind) {
    case 'registry-key':
      return keyUsed(context)
    case 'login-credential':
      return told(context, loginUsed(context))
    case 'upstream-credential':
      return told(context, upstreamUsed(context))
    default:
      return undefined
  }
}

function told(context: Context, reason: string | undefined, ...touched: readonly Touched[]) {
  return {
    ...eventAnswer(context, ...touched),
    accepted: reason === undefined,
    ...(reason !== undefined && { reason }),
  }
}

/** The attempted action; without a registry in the request, on the one that the credential belongs to. */
function attemptOn(context: Context, own: string, atMs: number): Attempt {
  const { registry = own, repository, for: action = 'pull' } = context.body
  return { registry: registryCalled(context, registry), repository, action, atMs }
}

function keyUsed(context: Context) {
  const key = keyCalled(context)
  if (!key) return told(context, UNKNOWN)
  const atMs = instantSaid(context, context.body.at, { what: `the key ${key.id}`, createdAt: key.createdAt })
  const reason = whyNotKey(context, key, attemptOn(context, key.registry, atMs))
  const noted = noteUse(context, key, reason === undefined, atMs)
  return told(context, reason, ...(noted ? [{ entity: 'RegistryKey', id: key.id, change: 'changed' } as const] : []))
}

function keyCalled(context: Context): RegistryKeyRow | undefined {
  const { id, secret, registry } = context.body
  if (secret !== undefined || id === undefined) return keyBy(context, secret ?? '')
  const org = (registry === undefined ? undefined : registryAnywhere(context, registry)?.org) ?? context.org
  const [key] = context.oldest('RegistryKey', 'id', org, id)
  if (!key) throw new ImpossibleEvent('unknown', `there is no registry key ${id}`)
  return key
}

function loginUsed(context: Context): string | undefined {
  const login = loginBy(context, context.body.secret ?? '')
  if (!login) return UNKNOWN
  const [first] = login.scope
  if (!first && context.body.registry === undefined) return 'it opens no registry'
  return whyNotLogin(context, login, attemptOn(context, first?.registry ?? '', instantSaid(context, context.body.at)))
}

/** A pull through the cache logs in at the upstream with what the customer brought, and with nothing else. */
function upstreamUsed(context: Context): string | undefined {
  const { id = '', secret, registry: slug } = context.body
  if (slug === undefined) throw new ImpossibleEvent('unknown', 'an upstream login belongs to a registry: name one')
  const { org } = registryCalled(context, slug)
  const own = context.get('RegistryUpstreamCredential', org, slug, id)
  if (own !== undefined && (secret === undefined || secret === own.password)) return undefined
  context.cite(ownUpstreamLogin)
  return UNKNOWN
}
