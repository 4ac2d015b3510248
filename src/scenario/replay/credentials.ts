import { besideCredential, credentialTransport } from '../../target/credential-transport.ts'
import type { Callers } from '../../target/writing/curl.ts'
import type { ArazzoParameter } from '../arazzo.ts'
import type { Source } from '../scenario.ts'
import { actorIn } from './inputs.ts'
import type { Headers, ReplayTarget } from './replay-target.ts'

/**
 * The headers that a header parameter becomes on a target. A caller is replaced by the headers the profile gives them; a
 * credential that a step made travels like those; at the doors beside the API it goes as written.
 */
export function headersFor(parameter: ArazzoParameter, filled: string, source: Source, target: ReplayTarget): Headers {
  const actor = actorIn(parameter)
  if (actor !== undefined) return target.actors[actor] ?? {}
  const { name } = parameter
  if (source !== 'api' || name.toLowerCase() !== 'authorization') return { [name]: filled }
  const { header, prefix } = transport(target)
  return { [header]: prefix + filled.replace(/^\w+ (?=\S)/, '') }
}

/** The headers of an actor that say for which organization they act. */
export const choosing = (actor: string, target: ReplayTarget): Headers =>
  besideCredential(target.actors[actor] ?? {}, transport(target))

const transport = ({ contract, actors }: ReplayTarget) => credentialTransport(contract, actors)

/** Actors whose credentials a request may use; credentials created by a step are sent in the same header. */
export const callersOf = (target: ReplayTarget): Callers => ({
  ...target.actors,
  credential: { [transport(target).header]: '' },
})
