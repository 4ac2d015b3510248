import { CAST } from '../kit/cast.ts'
import { filling, type Seed } from '../kit/seed.ts'
import { makeStory, type Story } from '../kit/story.ts'
import { clusters } from './clusters.ts'
import { email } from './email/email.ts'
import { globex } from './globex.ts'
import { iam } from './iam.ts'
import { oncall } from './oncall/oncall.ts'
import { organization } from './organization.ts'
import { registry } from './registry.ts'
import { tokens } from './tokens.ts'
import { uptime } from './uptime/uptime.ts'

/** The last ninety days of two organizations, area by area; the areas' strands are told side by side. */
export const ACME_STRANDS: readonly ((story: Story) => void)[] = [
  iam,
  organization,
  oncall,
  uptime,
  registry,
  email,
  clusters,
  tokens,
  globex,
]

export const acme: Seed = {
  name: 'acme',
  about: 'A lived-in organization, acme, with ninety days of history in every area, and a smaller one, globex',
  actors: CAST,
  grow: filling((transaction) => {
    const story = makeStory(transaction)
    for (const begin of ACME_STRANDS) begin(story)
    story.tell()
  }),
}
