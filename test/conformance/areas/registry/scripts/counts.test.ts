import { expect, test } from 'vitest'
import { IMAGE_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/images.ts'
import { SAME_IMAGE_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/same-image.ts'
import { seenBefore } from '../../../../../src/conformance/plan/seen-before.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Exchange, Received, Sent } from '../../../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../../support/seen-case.ts'

interface Repository {
  readonly name: string
  readonly tagCount: number
  readonly sizeBytes: number
}

const isList = ({ method, path }: Sent): boolean => method === 'GET' && path.endsWith('/repositories')
const repositoriesIn = (exchange: Exchange): readonly Repository[] =>
  (exchange.answered && Object(exchange.received.json).repositories) || []
/** The list with other figures. */
const shown = (received: Received, change: (one: Repository) => Partial<Repository>): Received =>
  received.status === 200
    ? as(received, 200, {
        repositories: (Object(received.json).repositories as Repository[]).map((one) => ({ ...one, ...change(one) })),
      })
    : received

/** As they are in the plan, with looks before the last change. */
const plan: Plan = (operations, all) =>
  walksOf([...IMAGE_SCRIPTS, ...SAME_IMAGE_SCRIPTS], calls('listRepositories'))(operations, all).map(seenBefore)

/** The tags of all repositories of a name count, in whatever registry of the organization they are. */
function countingEverywhere(): Mistake {
  let counts = new Map<string, number>()
  const listed = async (client: Client, { path }: Sent, headers: Sent['headers']) =>
    client.send({ method: 'GET', path, headers, body: undefined })
  return {
    async besides({ sent }, client) {
      if (!isList(sent)) return
      counts = new Map()
      const root = sent.path.split('/').slice(0, -2).join('/')
      const registries = await listed(client, { ...sent, path: root }, sent.headers)
      const own = registries.answered ? Object(registries.received.json).registries : []
      for (const { slug } of own)
        for (const { name, tagCount } of repositoriesIn(
          await listed(client, { ...sent, path: `${root}/${slug}/repositories` }, sent.headers),
        ))
          counts.set(name, (counts.get(name) ?? 0) + tagCount)
    },
    answered: ({ sent, received }) =>
      isList(sent) ? shown(received, ({ name, tagCount }) => ({ tagCount: counts.get(name) ?? tagCount })) : received,
  }
}

/** Of two tags that go at the same time one goes on counting. */
function losingOne(): Mistake {
  const [lost, underWay] = [new Set<string>(), new Set<string>()]
  const registryOf = ({ path }: Sent) => /registries\/([^/?]+)/.exec(path)?.[1] ?? ''
  const isDeletion = ({ method, path }: Sent) => method === 'DELETE' && path.includes('/tags')
  return {
    asked(sent) {
      if (!isDeletion(sent)) return sent
      if (underWay.has(registryOf(sent))) lost.add(registryOf(sent))
      underWay.add(registryOf(sent))
      return sent
    },
    answered({ sent, received }) {
      if (isDeletion(sent)) underWay.delete(registryOf(sent))
      const isMore = isList(sent) && lost.has(registryOf(sent))
      return isMore ? shown(received, ({ tagCount }) => ({ tagCount: tagCount + 1 })) : received
    },
  }
}

/** What a repository was listed with is kept while an image of it goes. */
function keepingSizes(): Mistake {
  const sizes = new Map<string, number>()
  const isDeletion = ({ method, path }: Sent) => method === 'DELETE' && path.includes('/manifests')
  let isKept = false
  return {
    answered({ sent, received }) {
      if (sent.method === 'DELETE' || sent.method === 'POST') isKept = isDeletion(sent)
      if (!isList(sent)) return received
      return shown(received, ({ name, sizeBytes }) => {
        const place = `${sent.path} ${name}`
        if (!isKept) sizes.set(place, sizeBytes)
        return { sizeBytes: sizes.get(place) ?? sizeBytes }
      })
    },
  }
}

test.each([
  ['counts the tags of others', countingEverywhere, 'REG-16'],
  ['loses one of two deletions', losingOne, 'REG-16'],
  ['keeps the size that a repository had', keepingSizes, 'REG-14'],
])('a list that %s is wrong', async (_, mistake, rule) => {
  const f = await found(mistake(), plan, [])
  expect(f).toMatchObject({
    ...{ operation: 'listRepositories', severity: 'failure', rules: [rule] },
  })
})

test('a list that counts the images that have a tag is only warned of', async () => {
  const countingImages: Mistake = {
    answered: ({ sent, received }) =>
      isList(sent) ? shown(received, ({ tagCount }) => ({ tagCount: Math.min(1, tagCount) })) : received,
  }
  const oneImage: Plan = (operations, all) =>
    walksOf(
      IMAGE_SCRIPTS,
      (walk) =>
        calls('listRepositories', 'deleteTag')(walk) && walk.some((goal) => goal.kind === 'call' && goal.withNext),
    )(operations, all).map(seenBefore)
  expect(await found(countingImages, oneImage, [])).toMatchObject({
    operation: 'listRepositories',
    severity: 'warning',
  })
})

test.each([
  {},
  { 'registry.repository-size': 'sum-of-images', 'registry.garbage-collection-seconds': 2_592_000 },
  { 'registry.emptied-repository': 'goes' },
])('in a right one nothing is found, whatever it counts (%o)', async (gaps) => {
  expect(await found(undefined, plan, [], gaps)).toBeUndefined()
})
