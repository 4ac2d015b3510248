import { expect, onTestFinished, test } from 'vitest'
import { newest } from '../../../src/conformance/kit/own-rows.ts'
import { call } from '../../../src/conformance/plan/looks.ts'
import { event } from '../../../src/conformance/script/script.ts'
import { openWalking } from '../../support/walking.ts'

const DIGESTS = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`)

test.each(['stays', 'goes'])(
  'a repository that is emptied %s, whichever of two it is that shows it',
  async (emptied) => {
    const gaps = { 'registry.emptied-repository': emptied }
    const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
    onTestFinished(() => walking.close())
    const of = (id: string) => call(walking.contract.operation(id))
    const slugs: string[] = []
    const made = {
      ...of('createRegistry'),
      drawn: ({ body }: { body?: unknown }) => void slugs.push(Object(body).slug),
    }
    const inRegistry = (place: number) => ({ slug: slugs[place] ?? '' })
    const emptying = (place: number) => [
      event('imagePushed', () => ({
        registry: slugs[place],
        ...{ repository: 'app', tags: ['one'], digest: DIGESTS[place], layers: [] },
      })),
      {
        ...of('deleteManifest'),
        parameters: () => inRegistry(place),
        query: () => ({ repo: 'app', digest: DIGESTS[place] ?? '' }),
      },
    ]
    // The later one shows what is chosen; the earlier one was emptied before that was known.
    const looks = [1, 0].map((place) => ({ ...of('listRepositories'), parameters: () => inRegistry(place) }))
    const { finding, trace } = await walking.walk([made, made, ...emptying(0), ...emptying(1), ...looks])
    const seen = trace.slice(-2).map(({ exchange }) => exchange?.answered && exchange.received.status)
    expect(seen).toEqual([200, 200])
    expect(finding).toBeUndefined()
  },
)

test('two choices that show only later may both be other ones: what goes with a domain, and what goes with an endpoint', async () => {
  const gaps = {
    'email.delete-domain-messages': 'remove',
    'email.deleted-endpoint-deliveries': 'remove',
    'email.unknown-filter': 'refuse',
  }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  onTestFinished(() => walking.close())
  const of = (id: string) => call(walking.contract.operation(id))
  const eventTypes = walking.contract.profile.vocabulary.eventTypes ?? []
  let messageId = ''
  const { finding, trace } = await walking.walk([
    { ...of('createWebhook'), body: (_, plain) => ({ ...plain, eventTypes }) },
    { kind: 'have', entity: 'EmailMessage' },
    {
      ...of('listWebhooks'),
      query(drawing) {
        messageId = newest(drawing, 'EmailMessage')?.id ?? ''
        return {}
      },
    },
    ...[of('deleteDomain'), of('deleteWebhook')],
    ...[
      { ...of('listDeliveries'), query: () => ({ messageId }) },
      { ...of('listDeliveries'), query: {} },
    ],
  ])
  const seen = trace.slice(-2).map(({ exchange }) => exchange?.answered && exchange.received.status)
  expect(seen).toEqual([404, 200])
  expect(finding).toBeUndefined()
})
