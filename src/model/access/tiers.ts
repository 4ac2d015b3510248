/** Permission tiers, each with what the ones before it allow (Resources, PermissionCatalogTier). */
const TIERS = ['none', 'read', 'write', 'admin'] as const
export type Tier = (typeof TIERS)[number]

/** The tiers of which there are permissions. */
export const ATOM_TIERS = ['read', 'write', 'admin'] as const satisfies readonly Tier[]

/** The tier that a role reaches in one service. */
export interface Reach {
  readonly service: string
  readonly tier: Tier
}

export const atLeast = (tier: Tier, needed: Tier): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(needed)
