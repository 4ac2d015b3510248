import { expect, test } from 'vitest'
import { castOf } from '../../../src/conformance/kit/cast.ts'
import type { RequestStep, Step } from '../../../src/conformance/step/step.ts'
import { inWordsOf, inWordsOfAll, type Surroundings } from '../../../src/conformance/suite/symbols.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE, type Vocabulary } from '../../../src/contract/profile.ts'
import { emptyWorld } from '../../../src/model/empty-world.ts'
import { apply } from '../../../src/model/world/world.ts'

const headers = { authorization: 'Bearer x' }

function surroundings(vantage: string, vocabulary: Vocabulary, nowMs: number): Surroundings {
  const contract = loadContract(source, {
    ...EMPTY_PROFILE,
    actors: {
      olga: { role: 'owner', organization: `org-of-${vantage}`, user: 'o', headers },
      ned: { role: 'none', organization: `org-of-${vantage}`, headers: {} },
    },
    vocabulary,
  })
  const row = { org: `org-of-${vantage}`, id: vantage, seq: 1, label: vantage, available: true }
  const base = apply(emptyWorld({ nowMs, values: 'symbolic' }), [{ kind: 'put', table: 'UptimeVantage', row }])
  return { contract, cast: castOf(contract), base, nowMs }
}

const here = surroundings('fra', { domainSuffix: 'a.example', phone: '+1' }, Date.UTC(2026, 0, 1))
const there = surroundings('gru', { domainSuffix: 'b.example', phone: '+2' }, Date.UTC(2027, 5, 5))

const request = (more: Partial<RequestStep>): Step => ({
  kind: 'request',
  operation: 'createMonitor',
  actor: 'olga',
  parameters: {},
  query: {},
  body: undefined,
  intent: 'plain',
  ...more,
})

test('words of one target are put into words of all, and from there into those of another', () => {
  const step = request({
    body: { vantages: ['fra'], name: 'x-⟪salt⟫.a.example', phone: '+1', at: '2026-01-01T01:00:00Z', org: 'org-of-fra' },
  })
  const common = inWordsOfAll(here, step)
  expect(common).toEqual(
    request({
      actor: 'main',
      body: {
        vantages: ['⟪there UptimeVantage 0⟫'],
        name: 'x-⟪salt⟫.⟪word /domainSuffix⟫',
        phone: '⟪word /phone⟫',
        at: '⟪now 3600⟫',
        org: '⟪org⟫',
      },
    }),
  )
  expect(common && inWordsOf(there, common)).toEqual(
    request({
      body: {
        vantages: ['gru'],
        name: 'x-⟪salt⟫.b.example',
        phone: '+2',
        at: '2027-06-05T01:00:00.000Z',
        org: 'org-of-gru',
      },
    }),
  )
})

test('what a target has no word for, and who has no part in it, is not asked', () => {
  const poor = surroundings('gru', {}, 0)
  expect(inWordsOf(poor, request({ actor: 'main', body: '⟪word /phone⟫' }))).toBeUndefined()
  expect(inWordsOf(poor, request({ actor: 'main', body: '⟪there UptimeVantage 1⟫' }))).toBeUndefined()
  expect(inWordsOf(poor, request({ actor: 'outsider' }))).toBeUndefined()
  expect(inWordsOfAll(here, request({ actor: 'somebody else' }))).toBeUndefined()
})
