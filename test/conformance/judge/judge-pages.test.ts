import { expect, test } from 'vitest'
import { judgePages } from '../../../src/conformance/judge/judge-pages.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { apply, type Change } from '../../../src/model/world/world.ts'
import { blankShadow } from '../../support/answered.ts'

const PAGE = { incidentId: 'inc_1', userId: 'me', channel: 'voice', step: 0, round: 0 }

/** What is said of a page by voice that counts as this, where one without a credential must fail. */
function said(outcome: 'sent' | 'failed', provider?: object) {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const puts = [
    { table: 'Page', row: { ...PAGE, id: '1', org: 'acme', seq: 1, at: '', to: '', outcome: 'failed' } },
    ...(provider ? [{ table: 'ProviderCredential', row: { id: 'provider', org: 'acme', seq: 2, ...provider } }] : []),
  ].map((put) => ({ kind: 'put', ...put }))
  const shadow = { ...blank, world: apply(blank.world, puts as unknown as Change[]) }
  const answer = { pages: [{ ...PAGE, outcome }] }
  const caused = { contract: loadContract(source), shadow, event: 'listPages', org: 'acme' } as const
  return judgePages({ ...caused, body: { incidentId: 'inc_1' }, answer }).map(
    (found) => 'wrong' in found && found.wrong,
  )
}

test('a page by voice fails where there is no credential', () => {
  expect(said('sent')).toEqual(['sent without credential'])
  expect(said('failed')).toEqual([])
})

test('where there is one, how a page fares is the provider’s affair', () => {
  expect(said('sent', { configured: true })).toEqual([])
})

test('a credential of another organization is none', () => {
  expect(said('sent', { configured: true, org: 'globex' })).toEqual(['sent without credential'])
})

/** What is said of these pages, once everybody has been paged by sms and, five minutes later, by email. */
function saidOfChannels(...channels: readonly (string | undefined)[]) {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const target = { kind: 'user', id: 'me', label: 'me' }
  const walk = { id: 'inc_1', policyId: 'esc_1', repeat: 0, steps: [{ target, waitSeconds: 0 }] }
  const paged = ['sms', 'email'].map((channel) => ({ ...PAGE, channel, at: '', to: '', outcome: 'failed' }))
  const puts = [
    { table: 'OncallWalk', row: { ...walk, org: 'acme', seq: 1 } },
    ...paged.map((page, index) => ({
      table: 'Page',
      row: { ...page, id: String(index), org: 'acme', seq: 2 + index },
    })),
  ].map((put) => ({ kind: 'put', ...put }))
  const shadow = { ...blank, world: apply(blank.world, puts as unknown as Change[]) }
  const answer = { pages: channels.map((channel) => ({ ...PAGE, channel, outcome: 'failed' })) }
  const caused = { contract: loadContract(source), shadow, event: 'listPages', org: 'acme' } as const
  return judgePages({ ...caused, body: { incidentId: 'inc_1' }, answer }).map(
    (found) => 'wrong' in found && found.wrong,
  )
}

test('somebody is paged by each of their rules', () => {
  expect(saidOfChannels('sms', 'email')).toEqual([])
  expect(saidOfChannels('sms')).toEqual(['too few'])
})

test('a log that shows no channels says nothing about rules', () => {
  expect(saidOfChannels(undefined)).toEqual([])
})

/** What is said of pages to these people, where the turn of the first of two has come. */
function saidOfPeople(...people: readonly string[]) {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const steps = ['me', 'you'].map((id) => ({ target: { kind: 'user', id, label: id }, waitSeconds: 600 }))
  const puts = [
    { table: 'OncallWalk', row: { id: 'inc_1', policyId: 'esc_1', repeat: 0, steps, org: 'acme', seq: 1 } },
    { table: 'Page', row: { ...PAGE, id: '1', org: 'acme', seq: 2, at: '', to: '', outcome: 'sent' } },
  ].map((put) => ({ kind: 'put', ...put }))
  const shadow = { ...blank, world: apply(blank.world, puts as unknown as Change[]) }
  const answer = { pages: people.map((userId) => ({ ...PAGE, userId, outcome: 'sent' })) }
  const caused = { contract: loadContract(source), shadow, event: 'listPages', org: 'acme' } as const
  return judgePages({ ...caused, body: { incidentId: 'inc_1' }, answer }).map(
    (found) => 'wrong' in found && found.wrong,
  )
}

test('nobody is paged before their turn', () => {
  expect(saidOfPeople('me', 'me')).toEqual([])
  expect(saidOfPeople('me', 'you')).toEqual(['too many'])
})

/** What is said where somebody is paged whose settings have these rules. */
function saidOfRules(rules: readonly object[]) {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const steps = [{ target: { kind: 'user', id: 'me', label: 'me' }, waitSeconds: 0 }]
  const puts = [
    { table: 'OncallWalk', row: { id: 'inc_1', policyId: 'esc_1', repeat: 0, steps, org: 'acme', seq: 1 } },
    { table: 'PagingSettings', row: { id: 'me', org: 'acme', seq: 2, rules } },
  ].map((put) => ({ kind: 'put', ...put }))
  const shadow = { ...blank, world: apply(blank.world, puts as unknown as Change[]) }
  const caused = { contract: loadContract(source), shadow, event: 'listPages', org: 'acme' } as const
  const answer = { pages: [{ ...PAGE, userId: 'me', outcome: 'sent' }] }
  return judgePages({ ...caused, body: { incidentId: 'inc_1' }, answer }).map(
    (found) => 'wrong' in found && found.wrong,
  )
}

test('nobody is paged whose settings show no rule', () => {
  expect(saidOfRules([])).toEqual(['without a rule'])
  expect(saidOfRules([{ channel: 'email', delaySeconds: 300 }])).toEqual(['too many'])
})

/** What is said where nobody was paged so many seconds after somebody should have been. */
function saidOfNone(seconds: number) {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const at = new Date(blank.world.nowMs - seconds * 1000).toISOString()
  const page = { ...PAGE, id: '1', org: 'acme', seq: 1, at, to: '', outcome: 'sent' }
  const changes = [{ kind: 'put', table: 'Page', row: page }] as unknown as Change[]
  const shadow = { ...blank, world: apply(blank.world, changes) }
  const caused = { contract: loadContract(source), shadow, event: 'listPages', org: 'acme' } as const
  return judgePages({ ...caused, body: { incidentId: 'inc_1' }, answer: { pages: [] } }).map(
    (found) => 'wrong' in found && found.wrong,
  )
}

test('a pager may look for what is due only now and then', () => {
  expect([saidOfNone(0), saidOfNone(5), saidOfNone(15)]).toEqual([[], [], ['none']])
})
