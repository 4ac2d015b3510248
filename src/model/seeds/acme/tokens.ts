import type { ActorSeed } from '../../access/seed-identities.ts'
import { UNITS_MS } from '../../values/lifetime.ts'
import { CAST } from '../kit/cast.ts'
import { DAY } from '../kit/durations.ts'
import type { Story, Strand } from '../kit/story.ts'

interface Plan {
  readonly by: ActorSeed
  readonly name: string
  readonly daysAgo: number
  readonly lastsDays: number
  /** The service whose first built-in role it is narrowed to, and the resources. */
  readonly only?: { readonly service: string; readonly resourceIds?: readonly string[] }
  readonly disabledDaysAgo?: number
}

const PLANS: readonly Plan[] = [
  { by: CAST.owner, name: 'laptop', daysAgo: 84, lastsDays: 365 },
  { by: CAST.owner, name: 'audit export', daysAgo: 60, lastsDays: 30 },
  { by: CAST.admin, name: 'terraform', daysAgo: 52, lastsDays: 180 },
  {
    by: CAST.admin,
    name: 'registry dashboard',
    daysAgo: 33,
    lastsDays: 90,
    only: { service: 'registry', resourceIds: ['acme-apps'] },
  },
  { by: CAST.member, name: 'status script', daysAgo: 21, lastsDays: 90, only: { service: 'uptime' } },
  { by: CAST.engineer, name: 'old laptop', daysAgo: 75, lastsDays: 365, disabledDaysAgo: 12 },
]

export function tokens(story: Story): void {
  for (const plan of PLANS) story.begin(token(story, plan))
}

export function* token(story: Story, { by, name, daysAgo, lastsDays, only, disabledDaysAgo }: Plan): Strand {
  yield story.before(daysAgo * DAY)
  const { here } = story
  const expiresIn = Math.floor((lastsDays * DAY) / UNITS_MS[here.gap('tokens.expires-in-unit')])
  const role = [...here.oldest('IamRole', 'all', by.organization)].find(({ service }) => service === only?.service)
  const resourceIds = only?.resourceIds
  const scope = only && role ? [{ role: role.id, ...(resourceIds && { resourceIds: [...resourceIds] }) }] : undefined
  const { id } = story.ask(by, 'createToken', { body: { name, expiresIn, ...(scope && { scope }) } })
  if (disabledDaysAgo === undefined) return
  yield story.before(disabledDaysAgo * DAY)
  story.happens(by.organization, 'tokenDisabled', { tokenId: id })
}
