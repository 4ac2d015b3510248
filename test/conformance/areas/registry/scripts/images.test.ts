import { expect, onTestFinished, test } from 'vitest'
import { IMAGE_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/images.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import { isObject } from '../../../../../src/contract/json.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { openWalking } from '../../../../support/walking.ts'

const isPurged = (walk: Walk): boolean =>
  walk
    .map((goal) => (goal.kind === 'event' ? goal.event : goal.kind === 'call' ? goal.operation.id : ''))
    .join(' ')
    .startsWith('createRegistry imagePushed deleteTag listManifests advanceClock getRegistry')

async function purging(between: (client: Client) => Client) {
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const walk = IMAGE_SCRIPTS.flatMap(({ walks }) => walks(walking.contract.operations) ?? []).find(isPurged)
  return walking.walk(walk ?? [])
}

/** It goes on counting what was purged. */
const counting = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    const { usedBytes } = exchange.answered ? Object(exchange.received.json) : {}
    if (!exchange.answered || usedBytes !== 0) return exchange
    return { ...exchange, received: as(exchange.received, 200, { ...Object(exchange.received.json), usedBytes: 1400 }) }
  },
})

test('the space of a purged image is reclaimed', async () => {
  const honest = await purging((client) => client)
  expect([honest.finding, honest.trace.at(-1)?.step]).toMatchObject([undefined, { operation: 'getRegistry' }])
  expect((await purging(counting)).finding).toMatchObject({ operation: 'getRegistry', severity: 'failure' })
})

const plan: Parameters<typeof found>[1] = (_, all) => IMAGE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? [])

const repositoriesOf = async (client: Client, path: string, headers: Readonly<Record<string, string>>) => {
  const listed = await client.send({ method: 'GET', path, headers, body: undefined })
  const { repositories = [] } = listed.answered ? Object(listed.received.json) : {}
  return (repositories as readonly { readonly name: string }[]).map(({ name }) => name)
}

/** Two repositories below one name count as one. */
function countingNamespaces(): Mistake {
  let names: readonly string[] = []
  return {
    async besides({ sent: { method, path, headers } }, client) {
      if (method !== 'GET' || !/registries\/[^/]+$/.test(path)) return
      names = await repositoriesOf(client, `${path}/repositories`, headers)
    },
    answered: ({ received }) =>
      Object(received.json).repositoryCount === undefined
        ? received
        : as(received, 200, {
            ...Object(received.json),
            repositoryCount: new Set(names.map((name) => name.split('/')[0])).size,
          }),
  }
}

/** What lies below a repository goes with it. */
const deletingBelow: Mistake = {
  async besides({ sent: { method, path, headers }, received }, client) {
    const [list = '', query] = path.split('?')
    if (method !== 'DELETE' || !list.endsWith('/repositories') || received.status >= 300) return
    const repo = new URLSearchParams(query).get('repo')
    for (const name of await repositoriesOf(client, list, headers))
      if (name.startsWith(`${repo}/`))
        await client.send({ method, path: `${list}?${new URLSearchParams({ repo: name })}`, headers, body: undefined })
  },
}

test('repositories whose names lie below another are repositories of their own', async () => {
  expect(await found(undefined, plan, [])).toBeUndefined()
  expect(await found(countingNamespaces(), plan, [])).toMatchObject({ operation: 'getRegistry', severity: 'failure' })
  expect(await found(deletingBelow, plan, [])).toMatchObject({ operation: 'listRepositories', severity: 'failure' })
})

test('an image is purged with its last tag, though another has moved away from it', async () => {
  const tagsOf = new Map<string, readonly string[]>()
  const noting = (own: Driver): Driver => ({
    ...own,
    cause(event, body) {
      const { digest, tags } = isObject(body) ? body : {}
      if (event === 'imagePushed' && Array.isArray(tags)) tagsOf.set(String(digest), tags)
      return own.cause(event, body)
    },
  })
  // It goes by the tags that an image was pushed with: the first of two is never its last.
  const byPush = (client: Client): Client => ({
    ...client,
    send(sent) {
      const [path, query] = sent.path.split('?')
      const asked = new URLSearchParams(query)
      const first = [...tagsOf.values()].find((tags) => tags.includes(asked.get('tag') ?? ''))
      if (sent.method === 'DELETE' && (first?.length ?? 0) > 1) asked.delete('purge')
      return client.send({ ...sent, path: query === undefined ? sent.path : `${path}?${asked}` })
    },
  })
  const walking = await openWalking({ drivenBy: noting, between: byPush })
  onTestFinished(() => walking.close())
  const walks = IMAGE_SCRIPTS.flatMap((one) => one.walks(walking.contract.operations) ?? [])
  const findings = []
  for (const walk of walks.filter((goals) =>
    goals.some((goal) => 'operation' in goal && goal.operation.id === 'deleteTag'),
  )) {
    tagsOf.clear()
    findings.push((await walking.walk(walk)).finding)
  }
  // Alone, and beside another that goes at the same time.
  expect(findings.flatMap((finding) => finding?.operation ?? [])).toEqual(['deleteTag', 'deleteTag'])
})
