import { EVERYWHERE } from '../../identity/identity.ts'
import { callerOf } from '../../request/caller.ts'
import type { EventContext } from '../../request/contexts.ts'
import type { EventEffect } from '../area.ts'
import { eventAnswer, ImpossibleEvent } from '../event-answer.ts'
import { instantSaid } from '../event-instant.ts'
import { noteUse } from './effects/note-use.ts'
import type { PersonalTokenRow } from './state/index.ts'

type Context = EventContext<'tokenDisabled'> | EventContext<'tokenEnabled'>

export const tokenDisabled: EventEffect<'tokenDisabled'> = (context) => {
  const token = tokenCalled(context)
  if (!token.enabled) throw new ImpossibleEvent('not-possible', `the token ${token.id} is off already`)
  if (context.gap('tokens.disabling') === 'never')
    throw new ImpossibleEvent('not-possible', 'tokens cannot be switched off here')
  return switched(context, token, false)
}

export const tokenEnabled: EventEffect<'tokenEnabled'> = (context) => {
  const token = tokenCalled(context)
  if (token.enabled) throw new ImpossibleEvent('not-possible', `the token ${token.id} is on already`)
  if (context.gap('tokens.disabling') !== 'reversible')
    throw new ImpossibleEvent('not-possible', 'a token that was switched off stays off here')
  return switched(context, token, true)
}

function tokenCalled(context: Context): PersonalTokenRow {
  const { tokenId } = context.body
  const [elsewhere] = context.newest('PersonalToken', 'id', tokenId)
  const token = context.get('PersonalToken', context.org, tokenId) ?? elsewhere
  if (!token) throw new ImpossibleEvent('unknown', `there is no token ${tokenId}`)
  return token
}

/** A token that is off is not a credential (TOK-06). */
function switched(context: Context, token: PersonalTokenRow, enabled: boolean) {
  context.put('PersonalToken', { ...token, enabled })
  const credential = context.get('Credential', EVERYWHERE, token.key)
  if (credential) context.put('Credential', { ...credential, enabled })
  return eventAnswer(context, { entity: 'PersonalToken', id: token.id, change: 'changed' })
}

/** Somebody calls with a personal token (Authentication, point 2). */
export const credentialUsed: EventEffect<'credentialUsed'> = (context) => {
  const { kind, id, secret, at } = context.body
  if (kind !== 'personal-token') return undefined
  const token = id === undefined ? undefined : context.get('PersonalToken', context.org, id)
  const key = secret ?? token?.key
  if (!callerOf(context, key)) return { ...eventAnswer(context), accepted: false, reason: 'not valid' }
  const used = key === undefined ? undefined : tokenWith(context, key)
  const atMs = instantSaid(context, at, used && { what: `the token ${used.id}`, createdAt: used.createdAt })
  const noted = noteUse(context, key, atMs)
  const changed = used && noted ? [{ entity: 'PersonalToken', id: used.id, change: 'changed' } as const] : []
  return { ...eventAnswer(context, ...changed), accepted: true }
}

function tokenWith(context: EventContext<'credentialUsed'>, key: string): PersonalTokenRow | undefined {
  const { tokenId, actingOrg = '' } = context.get('Credential', EVERYWHERE, key) ?? {}
  return tokenId === undefined ? undefined : context.get('PersonalToken', actingOrg, tokenId)
}
