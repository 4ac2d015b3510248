/** The eight areas, in the contract's order (What the service does). */
export const AREAS = ['tokens', 'iam', 'organization', 'registry', 'email', 'oncall', 'clusters', 'uptime'] as const
export type Area = (typeof AREAS)[number]
