import { expect, onTestFinished, test } from 'vitest'
import { openTarget, type Target } from '../../../src/target/opening/open-target.ts'
import { worldAnew } from '../../../src/target/opening/world-anew.ts'
import { makeStopping } from '../../../src/target/stopping.ts'
import { createMock } from '../../../stateful-mock/create-mock.ts'
import { candidate } from '../../examples/candidate.ts'
import { ROOT } from '../../support/command.ts'

async function opened(url: string, profile?: string): Promise<Target> {
  const target = await openTarget({ url, purpose: 'change', ...(profile && { profile }) })
  onTestFinished(() => target.close())
  return target
}

const tokens = async ({ contract }: Target, { client }: Pick<Target, 'client'>): Promise<number> => {
  const { headers = {} } = contract.profile.actors.owner ?? {}
  const exchange = await client.send({ method: 'GET', path: '/api/v1/tokens', headers, body: undefined })
  return exchange.answered ? (exchange.received.json as { tokens: unknown[] }).tokens.length : -1
}

async function mintToken({ contract }: Target, { client }: Pick<Target, 'client'>): Promise<void> {
  const { headers = {} } = contract.profile.actors.owner ?? {}
  const body = JSON.stringify({ name: 'left over', expiresIn: 3600 })
  const sent = { method: 'POST', path: '/api/v1/tokens', headers: { ...headers, 'content-type': 'application/json' } }
  const exchange = await client.send({ ...sent, body })
  if (!exchange.answered || exchange.received.status >= 300) throw new Error(JSON.stringify(exchange))
}

const sandboxesOf = async (url: string): Promise<unknown[]> => {
  const listed = await fetch(`${url}/_understudy/sandboxes`)
  return ((await listed.json()) as { sandboxes: unknown[] }).sandboxes
}

test('our mock makes its world anew beside itself, as it was at the start, as often as it is asked', async () => {
  const mock = await createMock({ port: 0, seed: 'small' })
  onTestFinished(() => mock.close())
  const target = await opened(mock.url)
  const before = await tokens(target, target)
  const anew = await worldAnew(target, true)
  if (!anew) throw new Error('there is none')
  await mintToken(target, target)
  for (const _ of ['first', 'second']) {
    const world = await anew.make()
    if (!world) throw new Error('it was not made')
    expect(await tokens(target, world)).toBe(before)
    await mintToken(target, world)
    expect(await tokens(target, world)).toBe(before + 1)
    expect(world.driver.can('advanceClock')).toBe(true)
  }
  expect(anew.replaces).toBe(false)
  expect(await tokens(target, target)).toBe(before + 1)
  await anew.close()
  expect(await sandboxesOf(mock.url)).toHaveLength(1)
})

test('a run that is stopped leaves no sandbox behind', async () => {
  const mock = await createMock({ port: 0, seed: 'small' })
  onTestFinished(() => mock.close())
  const interruption = new AbortController()
  const stopping = makeStopping({ signal: interruption.signal })
  const target = await openTarget({ url: mock.url, purpose: 'change', stopping })
  onTestFinished(() => target.close())
  const anew = await worldAnew(target, true)
  interruption.abort()
  await anew?.close()
  expect(anew).toBeDefined()
  expect(await sandboxesOf(mock.url)).toHaveLength(1)
})

test('elsewhere the driver resets the world, where nobody else uses the organization', async () => {
  const target = await opened(await candidate('a'), `${ROOT}/examples/candidate/profile-a.yaml`)
  const anew = await worldAnew(target, true)
  const before = await tokens(target, target)
  await mintToken(target, target)
  expect(anew?.replaces).toBe(true)
  expect(await tokens(target, (await anew?.make()) ?? target)).toBe(before)
  const { profile } = target.contract
  const shared = { ...target, contract: { ...target.contract, profile: { ...profile, organization: 'open' as const } } }
  expect(await worldAnew(shared, true)).toBeUndefined()
  expect(await worldAnew(target, false)).toBeUndefined()
})
