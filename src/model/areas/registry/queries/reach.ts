import { permits } from '../../../access/permits.ts'
import type { Caller } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'
import type { Mode, RegistryRow } from '../state/index.ts'

/** True if a caller may use registries at all; the needed permission is only named for keys and purging. */
export const hasAccess = (reader: Reader, caller: Caller): boolean => permits(reader, caller, 'registry.registry.read')

/** The registries a caller can reach, oldest first. */
export function* reachable(reader: Reader, caller: Caller): Generator<RegistryRow> {
  for (const registry of reader.oldest('Registry', 'all', caller.org))
    if (permits(reader, caller, 'registry.registry.read', registry.slug)) yield registry
}

/** The widest access of a login in one registry. */
export function widestMode(reader: Reader, caller: Caller, slug: string): Mode {
  const who = reader.gap('registry.login-mode')
  if (who === 'readwrite') return 'readwrite'
  const tier = who === 'by-admin-permission' ? 'admin' : 'write'
  return permits(reader, caller, `registry.registry.${tier}`, slug) ? 'readwrite' : 'pull'
}
