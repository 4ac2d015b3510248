import { CAST } from '../kit/cast.ts'
import { DAY } from '../kit/durations.ts'
import type { Story, Strand } from '../kit/story.ts'

export function organization(story: Story): void {
  story.begin(contacts(story))
}

function* contacts(story: Story): Strand {
  yield story.before(88 * DAY)
  story.ask(CAST.owner, 'updateContacts', {
    body: {
      billingEmail: 'billing@acme.example',
      technicalEmail: 'ops@acme.example',
      securityEmail: 'security@acme.example',
    },
  })
}
