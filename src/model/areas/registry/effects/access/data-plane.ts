import type { EffectContext } from '../../../../request/contexts.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { type Attempt, whyNotKey, whyNotLogin } from '../../queries/access/verdict.ts'
import { registryAnywhere } from '../../queries/registry-of.ts'
import type { LoginCredentialRow, RegistryKeyRow } from '../../state/index.ts'
import { secretIsPassword } from '../../statements/data-plane.ts'
import { noteUse } from './used-key.ts'

type Context = EffectContext<'authorizeDataPlane'>

/** Answers whether a username and password may do one thing; the question counts as a use. */
export const authorizeDataPlane: Effect<'authorizeDataPlane'> = (context) => {
  const reason = whyNot(context)
  return { allowed: reason === undefined, ...(reason !== undefined && { reason }) }
}

function whyNot(context: Context): string | undefined {
  const { username, password, repository, action } = context.body
  const registry = registryAnywhere(context, context.body.registry)
  if (!registry) return 'there is no such registry'
  const attempt: Attempt = { registry, repository, action, atMs: context.nowMs }
  const login = loginBy(context, password)
  if (login?.username === username) return whyNotLogin(context, login, attempt)
  context.cite(secretIsPassword)
  const key = keyBy(context, password)
  if (!key || !isNamed(context, key, username)) return 'this username and password are not known'
  const reason = whyNotKey(context, key, attempt)
  noteUse(context, key, reason === undefined, context.nowMs)
  return reason
}

export function loginBy(reader: Reader, password: string): LoginCredentialRow | undefined {
  for (const login of reader.newest('LoginCredential', 'password', password)) return login
  return undefined
}

export function keyBy(reader: Reader, secret: string): RegistryKeyRow | undefined {
  for (const key of reader.newest('RegistryKey', 'secret', secret)) return key
  return undefined
}

/**
 * True if the username goes with the key. Which one does is not shown; the secret is the password (Endpoints,
 * Registries, 9).
 */
function isNamed(reader: Reader, { keyId, name }: RegistryKeyRow, username: string): boolean {
  const choice = reader.gap('registry.key-username')
  return choice === 'any' || username === { 'key-id': keyId, name }[choice]
}
