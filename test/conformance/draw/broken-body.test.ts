import { expect, test } from 'vitest'
import { brokenBody, brokenTwists } from '../../../src/conformance/draw/broken-body.ts'
import { makeSampler } from '../../../src/conformance/kit/sampler.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const contract = loadContract(source)

test('a body is broken in one way at a time: by leaving out what must be there, or by writing its name in capitals', () => {
  const operation = contract.operation('createUptimeService')
  const drawn = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => brokenBody(makeSampler(seed), operation, { name: 'shop' }))
  expect(new Set(drawn.map((body) => JSON.stringify(body)))).toEqual(new Set(['{}', '{"NAME":"shop"}']))
})

test('one name of each body is written in capitals, and none where nothing must be there', () => {
  const inCapitals = (id: string, body: Readonly<Record<string, unknown>>) =>
    brokenTwists(contract.operation(id))
      .map((twist) => Object.keys(Object(twist.body(undefined as never, body))))
      .filter((names) => names.some((name) => name === name.toUpperCase()))
  expect(inCapitals('addOverride', { userId: 'u', label: 'l', startsAt: 's', endsAt: 'e' })).toEqual([
    ['USERID', 'label', 'startsAt', 'endsAt'],
  ])
  const contacts = { billingEmail: 'a@b.example', technicalEmail: 'a@b.example', securityEmail: 'a@b.example' }
  expect(inCapitals('updateContacts', contacts)).toEqual([])
})
