import type { EventContext } from '../../../request/contexts.ts'
import type { EventName } from '../../../request/operation-types.ts'
import type { Reader } from '../../../world/reader.ts'
import { ImpossibleEvent } from '../../event-answer.ts'
import { saysOrganization } from '../../event-organization.ts'
import type { RegistryRow } from '../state/index.ts'

/** The registry that has a slug, in whichever organization. */
export function registryAnywhere(reader: Reader, slug: string): RegistryRow | undefined {
  for (const registry of reader.oldest('Registry', 'slug', slug)) return registry
  return undefined
}

/** The registry an event is about; its slug alone tells, where the event does not say in which organization it happens. */
export function registryCalled<Name extends EventName>(context: EventContext<Name>, slug: string): RegistryRow {
  const own = context.get('Registry', context.org, slug)
  const registry = own ?? (saysOrganization(context) ? undefined : registryAnywhere(context, slug))
  if (!registry) throw new ImpossibleEvent('unknown', `there is no registry ${slug}`)
  return registry
}
