import { expect, test } from 'vitest'
import { phoneNumbers } from '../../../../../src/conformance/areas/oncall/checks/phone-numbers.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

interface Tried {
  readonly phone?: string
  readonly status: number
  /** As the answer shows it. */
  readonly kept?: string
  readonly channel?: string
}

/** What is said after these phones were saved, in an organization with a provider. */
function said(...tries: readonly Tried[]) {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const provider = { id: 'provider', org: 'acme', seq: 1, configured: true }
  const put = [{ kind: 'put', table: 'ProviderCredential', row: provider }] as unknown as Change[]
  const shadow = { ...blank, world: apply(blank.world, put) }
  let memory = phoneNumbers.start
  return tries.flatMap(({ phone, status, kept = phone, channel = 'sms' }) => {
    const rules = [{ channel, delaySeconds: 0 }]
    const body = status < 300 ? { email: 'me@acme.example', phone: kept, rules } : { error: 'no' }
    const looked = phoneNumbers.look(
      answered({ operation: 'savePagingSettings', status, sent: { phone, rules }, body, shadow }),
      memory,
    )
    memory = looked.memory
    return looked.found.map(({ code }) => code)
  })
}

const LETTERS = { phone: 'no-phone', status: 400 }

test('who refuses one phone that is not in E.164 form does not keep another', () => {
  expect(said(LETTERS, { phone: '4930123456', status: 200 })).toEqual(['no-phone-number'])
  expect(said({ phone: '4930123456', status: 200 }, LETTERS)).toEqual(['no-phone-number'])
})

test('phones in that form, phones that were tidied up and those for email alone are let be', () => {
  expect(said(LETTERS, { phone: '+4930123456', status: 200 })).toEqual([])
  expect(said(LETTERS, { phone: '4930123456', status: 200, kept: '+4930123456' })).toEqual([])
  expect(said(LETTERS, { phone: '4930123456', status: 200, channel: 'email' })).toEqual([])
})

test('who looks at phones only when somebody is paged refuses none', () => {
  expect(said({ phone: '4930123456', status: 200 }, { phone: 'no-phone', status: 200 })).toEqual([])
})

test('who refuses to go without a phone does not keep none another time', () => {
  const [refused, kept] = [{ status: 422 }, { status: 200, kept: '' }]
  expect(said(refused, kept)).toEqual(['phone-left-out'])
  expect(said(kept, refused)).toEqual(['phone-left-out'])
})

test('who keeps the phone from before, asks for one only when somebody is paged, or refuses an empty text alone, is let be', () => {
  expect(said({ status: 422 }, { status: 200, kept: '+4930123456' })).toEqual([])
  expect(said(LETTERS, { status: 200, kept: '' })).toEqual([])
  expect(said({ phone: '', status: 422 }, { status: 200, kept: '' })).toEqual([])
  expect(said({ status: 422 }, { status: 200, kept: '', channel: 'email' })).toEqual([])
})
