/**
 * The roles a personal token can be narrowed to.
 * `covers` lists [area, level]; write includes read.
 */
const BUILT_IN = [
  {
    id: 'uptime-viewer',
    name: 'Uptime viewer',
    description: 'Reads monitors and services',
    service: 'uptime',
    scopable: true,
    covers: [['uptime', 'read']],
  },
  {
    id: 'uptime-editor',
    name: 'Uptime editor',
    description: 'Changes monitors and services',
    service: 'uptime',
    scopable: true,
    covers: [['uptime', 'write']],
  },
  {
    id: 'oncall-viewer',
    name: 'On-call viewer',
    description: 'Reads on-call',
    service: 'oncall',
    scopable: true,
    covers: [['oncall', 'read']],
  },
  {
    id: 'oncall-responder',
    name: 'On-call responder',
    description: 'Works on incidents',
    service: 'oncall',
    scopable: false,
    covers: [['oncall', 'write']],
  },
  {
    id: 'org-manager',
    name: 'Organization manager',
    description: 'Everything',
    scopable: false,
    managersOnly: true,
    covers: [
      ['uptime', 'write'],
      ['oncall', 'write'],
      ['tokens', 'write'],
    ],
  },
]
const CUSTOM = new Map([
  [
    'north',
    [
      {
        id: 'custom-night-shift',
        name: 'Night shift',
        description: 'Written by the organization',
        scopable: false,
        covers: [
          ['uptime', 'read'],
          ['oncall', 'write'],
        ],
      },
    ],
  ],
])

/** Every role of an organization. @param {string} slug */
export function rolesOf(slug) {
  return [...BUILT_IN, ...(CUSTOM.get(slug) ?? [])]
}

/** Whether somebody with this role in the organization may grant the role. */
export function mayGrant(role, place) {
  return !role.managersOnly || place !== 'member'
}

/** @param {any} role @param {string} area @param {'read'|'write'} level */
export function covers(role, area, level) {
  return role.covers.some(([a, l]) => a === area && (l === level || l === 'write'))
}
