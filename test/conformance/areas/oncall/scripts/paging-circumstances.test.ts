import { expect, test } from 'vitest'
import { PAGING_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/paging.ts'
import type { Profile } from '../../../../../src/contract/profile.ts'
import type { Sent } from '../../../../../src/target/exchange.ts'
import { as, found } from '../../../../support/mistaken-target.ts'
import { sampled } from '../../../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../../../support/seen-case.ts'

const bodyOf = ({ body }: Sent) => Object(JSON.parse(body || '{}'))
const isPaging = ({ method, path }: Sent): boolean => method === 'PUT' && /paging/.test(path)
const isByTelephone = (sent: Sent): boolean =>
  isPaging(sent) && [bodyOf(sent).rules].flat().some((rule) => Object(rule).channel === 'sms')

interface InCircumstances extends Case {
  readonly gaps?: Profile['gaps']
}

const CASES: readonly InCircumstances[] = [
  {
    name: 'an incident that nobody can acknowledge when the last step is over',
    mistake() {
      const [atOnce, incidents] = [new Set<unknown>(), new Set<unknown>()]
      let isAttached = false
      return {
        answered({ sent, received }) {
          const [body, { id, openedAt, acknowledgedAt }] = [bodyOf(sent), Object(received.json)]
          if ([body.steps ?? []].flat().some((step) => Object(step).waitSeconds === 0)) atOnce.add(id)
          if (body.escalationPolicyId !== undefined) isAttached = atOnce.has(body.escalationPolicyId)
          if (isAttached && openedAt) incidents.add(id)
          const isOver = incidents.has(id) && acknowledgedAt && sent.path.endsWith('/acknowledge')
          return isOver ? as(received, 409, { error: 'the incident is closed' }) : received
        },
      }
    },
    plan: walksOf(
      PAGING_SCRIPTS.filter(({ opens }) => opens),
      () => true,
    ),
    seen: { code: 'refused', operation: 'acknowledgeIncident', severity: 'failure' },
  },
  {
    name: 'a phone that need not be there if one was there before',
    mistake() {
      let isSaved = false
      return {
        answered({ sent, received }) {
          const { phone, rules } = bodyOf(sent)
          const isBefore = isSaved && isByTelephone(sent) && phone === undefined
          if (isPaging(sent) && received.status === 200) isSaved = phone !== undefined
          return isBefore ? as(received, 200, { email: 'me@acme.example', phone: '', rules }) : received
        },
      }
    },
    plan: walksOf(PAGING_SCRIPTS, calls('savePagingSettings')),
    gaps: { 'oncall.bad-phone': 'refuse', 'oncall.phone-omitted-on-save': 'clear' },
    seen: { code: 'phone-left-out', operation: 'savePagingSettings', severity: 'failure', rules: ['ONC-15'] },
  },
  {
    name: 'rules by telephone that end in an error where there is no provider',
    mistake() {
      let isCleared = false
      return {
        answered({ sent, received }) {
          if (/provider/.test(sent.path) && sent.method !== 'GET') isCleared = sent.method === 'DELETE'
          return isCleared && isByTelephone(sent) ? as(received, 500, { error: 'internal error' }) : received
        },
      }
    },
    plan: walksOf(PAGING_SCRIPTS, calls('savePagingSettings', 'clearProviderCredential')),
    seen: { operation: 'savePagingSettings', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 3))(
  '$name is seen',
  { timeout: 60_000 },
  async ({ mistake, plan, gaps = {}, seen }) => {
    expect(await found(mistake(), plan, [], gaps)).toMatchObject(seen)
    expect(await found(undefined, plan, [], gaps)).toBeUndefined()
  },
)
