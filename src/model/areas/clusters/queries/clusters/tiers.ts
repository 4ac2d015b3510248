/** Sizes that a creation takes, smallest first (Endpoints, Clusters, row 2). */
const TIERS: readonly string[] = ['small', 'medium', 'large']
const SIZES: readonly string[] = ['db-small', 'db-medium', 'db-large']

export const isTier = (tier: string): boolean => TIERS.includes(tier)

/** Negative if the second tier is smaller; zero if that is unknown. */
export function tierStep(from: string, to: string): number {
  return isTier(from) && isTier(to) ? TIERS.indexOf(to) - TIERS.indexOf(from) : 0
}

export function isSmallerSize(from: string | undefined, to: string): boolean {
  return from !== undefined && SIZES.includes(from) && SIZES.indexOf(to) < SIZES.indexOf(from)
}
