import { expect, test } from 'vitest'
import { brokenBody } from '../../../src/conformance/draw/broken-body.ts'
import { makeSampler } from '../../../src/conformance/kit/sampler.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const contract = loadContract(source)

// Names in capitals are no way: whether a target reads names to the letter is not said.
test('a body is broken by leaving out what must be there', () => {
  const operation = contract.operation('createUptimeService')
  const drawn = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => brokenBody(makeSampler(seed), operation, { name: 'shop' }))
  expect(new Set(drawn.map((body) => JSON.stringify(body)))).toEqual(new Set(['{}']))
})

test('an address is broken in each way that makes it no URI', () => {
  const operation = contract.operation('createWebhook')
  const urls = Array.from({ length: 40 }, (_, seed) => {
    const body = brokenBody(makeSampler(seed), operation, { url: 'https://hooks.example.com', eventTypes: ['sent'] })
    return (body as { url?: string }).url
  })
  const odd = urls.filter((url) => url !== undefined && url !== 'https://hooks.example.com')
  expect(new Set(odd)).toEqual(
    new Set(['no address at all', 'hooks.example.com/mail', 'https://hooks example com/mail']),
  )
})

test('an item of a list is broken like anything else, alone and behind a good one', () => {
  const operation = contract.operation('createToken')
  const good = { role: 'registry.reader', resourceIds: ['a'] }
  const drawn = Array.from({ length: 60 }, (_, seed) =>
    brokenBody(makeSampler(seed), operation, { name: 'ci', scope: [good] }),
  ) as { readonly scope: unknown }[]
  const { role: _, ...bad } = good
  expect(drawn.map(({ scope }) => scope)).toEqual(expect.arrayContaining([[bad], [good, bad]]))
})
