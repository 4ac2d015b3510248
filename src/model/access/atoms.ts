import { ATOM_TIERS, atLeast, type Reach, type Tier } from './tiers.ts'

/** A permission taken apart: registry.key.admin (Authentication, point 3). */
export interface Atom extends Reach {
  readonly resource: string
}

export const atomName = ({ service, resource, tier }: Atom): string => `${service}.${resource}.${tier}`

export function readAtom(permission: string): Atom | undefined {
  const [service, resource, last, ...rest] = permission.split('.')
  const tier = ATOM_TIERS.find((name) => name === last)
  return service && resource && tier && rest.length === 0 ? { service, resource, tier } : undefined
}

/** True if these permissions cover the needed one: the same one, or a higher tier of the same resource. */
export function atomsCover(held: readonly string[], needed: string): boolean {
  const wanted = readAtom(needed)
  return held.some((name) => {
    const atom = readAtom(name)
    if (!wanted || !atom) return name === needed
    return atom.service === wanted.service && atom.resource === wanted.resource && atLeast(atom.tier, wanted.tier)
  })
}

/** The tier that these permissions reach, service by service. */
export function reachesOf(permissions: readonly string[]): Reach[] {
  const furthest = new Map<string, Tier>()
  for (const { service, tier } of permissions.flatMap((permission) => readAtom(permission) ?? []))
    if (!atLeast(furthest.get(service) ?? 'none', tier)) furthest.set(service, tier)
  return [...furthest].map(([service, tier]) => ({ service, tier }))
}
