import { CAST } from '../kit/cast.ts'
import { DAY } from '../kit/durations.ts'
import type { Story, Strand } from '../kit/story.ts'

export function iam(story: Story): void {
  story.begin(ownRole(story))
}

/** A role of the organization's own, made of what the catalog offers; support has it beside nothing else. */
function* ownRole(story: Story): Strand {
  yield story.before(70 * DAY)
  const offered = [...story.here.oldest('Permission', 'all', 'acme')]
  const reads = (service: string) => offered.filter((atom) => atom.service === service && atom.tier === 'read')
  const permissions = ['email', 'oncall', 'uptime'].flatMap((service) => reads(service)).map(({ id }) => id)
  if (permissions.length === 0) return
  const customRole = {
    id: 'support-desk',
    name: 'Support desk',
    description: 'Look things up for a customer',
    permissions,
    scopable: false,
  }
  story.happens('acme', 'roleChanges', { customRole })
  yield story.before(69 * DAY)
  const incidents = offered.filter(({ service, tier }) => service === 'oncall' && tier === 'write')
  story.happens('acme', 'roleChanges', {
    customRole: { ...customRole, permissions: [...permissions, ...incidents.map(({ id }) => id)] },
  })
  story.happens('acme', 'roleChanges', {
    userId: CAST.support.userId,
    role: 'member',
    grants: [{ role: customRole.id }],
  })
}
