import type { Operation } from '../../src/contract/operations.ts'
import { doorOf } from '../../src/model/model.ts'
import { callerOf } from '../../src/model/request/caller.ts'
import { readerOf } from '../../src/model/world/transaction-context.ts'
import { actorCredential } from '../actors/profile-actors.ts'
import type { GapReader } from '../gaps/gap-reader.ts'
import { readCredential } from '../http/credential-transport.ts'
import type { WireRequest } from '../http/wire.ts'
import type { Sandbox } from './mock.ts'

/**
 * The credential of a request: an actor's headers, the usual transport, or the stand-in. A door with secrets of its own
 * has no stand-in.
 */
export function callerCredential(
  sandbox: Sandbox,
  operation: Operation | undefined,
  headers: WireRequest['headers'],
  gaps: GapReader,
): string | undefined {
  const { holder, actors, defaultCredential } = sandbox
  const given =
    actorCredential(actors, headers) ?? readCredential(headers, holder.gaps.value('general.credential-transport'))
  if (defaultCredential !== undefined && !doorOf(operation?.id ?? ''))
    return isValid(sandbox, given) ? given : defaultCredential
  // The transport of credentials matters only where none was found.
  if (given === undefined) gaps.read('general.credential-transport')
  return given
}

export function isValid({ holder }: Sandbox, credential: string | undefined): boolean {
  return callerOf(readerOf(holder.glance, holder.gaps), credential) !== undefined
}
