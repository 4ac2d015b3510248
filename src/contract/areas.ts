/** The areas with their titles, in the contract's order (What the service does). Whoever adds one adds it here. */
export const AREA_TITLES = {
  tokens: 'Tokens',
  iam: 'IAM',
  organization: 'Organization',
  registry: 'Registry',
  email: 'Email',
  oncall: 'On-call',
  clusters: 'Clusters',
  uptime: 'Uptime',
} as const

export type Area = keyof typeof AREA_TITLES
export const AREAS = Object.keys(AREA_TITLES) as readonly Area[]
