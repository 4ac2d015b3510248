import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { chosenText } from '../../queries/chosen-text.ts'
import { reachable, widestMode } from '../../queries/reach.ts'
import type { LoginCredentialRow } from '../../state/index.ts'
import { everyReachable, narrowedToOne, oneHour, pullOnlyMode } from '../../statements/login.ts'

type Context = EffectContext<'createLoginCredential'>

const HOUR_MS = 3_600_000

/** One credential for every registry within reach, good for an hour (Endpoints, Registries, 5; Limits). */
export const createLoginCredential: Effect<'createLoginCredential'> = (context) => {
  const { fresh, nowMs, caller } = context
  const id = fresh.id('LoginCredential')
  const keyId = context.gap('registry.login-key-id')
  context.cite(oneHour)
  const expiresAtMs = nowMs + HOUR_MS
  const { username, password, scope } = context.put('LoginCredential', {
    id,
    org: caller.org,
    seq: context.serial(),
    username: keyId === 'username' ? id : fresh.id('LoginUser'),
    password: fresh.secret('ulc'),
    scope: scopeOf(context),
    userId: caller.userId,
    revoked: false,
    expiresAtMs,
  })
  return {
    username,
    password,
    expiresAt: fresh.time(expiresAtMs),
    registry: registryShown(context),
    scope: [...scope],
    ...(keyId === 'extra-field' && { keyId: id }),
    ...(keyId === 'extra-id' && { id }),
  }
}

function scopeOf(context: Context): LoginCredentialRow['scope'] {
  const { caller, body } = context
  const opened = [...reachable(context, caller)].filter(({ slug }) => isAskedFor(context, slug))
  context.cite(everyReachable)
  const pullOnly = body.pullOnly === true
  if (pullOnly) context.cite(pullOnlyMode)
  return opened.map(({ slug }) => ({ registry: slug, mode: pullOnly ? 'pull' : widestMode(context, caller, slug) }))
}

/** Any registry, unless one is named. */
function isAskedFor(context: Context, slug: string): boolean {
  const { registry = slug } = context.body
  if (slug === registry) return true
  context.cite(narrowedToOne)
  return false
}

/** A required text without further statements (Resources, Login credential). */
function registryShown(context: Context): string {
  const { registry } = context.body
  if (registry === undefined) return context.fill('registry.login-registry-unnarrowed')
  const texts = { slug: registry, host: context.fill('registry.host') }
  return chosenText(context.fill('registry.login-registry-narrowed'), texts)
}

export const revokeLoginCredential: Effect<'revokeLoginCredential'> = (context) => {
  context.put('LoginCredential', { ...context.the('LoginCredential'), revoked: true })
  return undefined
}
