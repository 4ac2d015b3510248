import { expect, test } from 'vitest'
import { JOINING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/joining.ts'
import { RUNNING_SCRIPTS } from '../../../src/conformance/areas/clusters/scripts/running.ts'
import { MESSAGE_LOG_SCRIPTS } from '../../../src/conformance/areas/email/scripts/message-log.ts'
import { PAGING_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/paging.ts'
import { SCHEDULE_SCRIPTS } from '../../../src/conformance/areas/oncall/scripts/schedules.ts'
import { branches } from '../../../src/conformance/plan/branches.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const count = (walk: Walk, id: string) => walk.filter((goal) => goal.kind === 'call' && goal.operation.id === id).length

const items = (json: unknown, field: string): Record<string, unknown>[] => {
  const list = isObject(json) ? json[field] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** What stands beside a thing and has nothing to do with it: another thing of its name, another person, what it is made of. */
const CASES: readonly Case[] = [
  {
    name: 'a policy that counts one of two services',
    mistake: () => ({
      answered({ sent, received }) {
        if (sent.method !== 'GET' || !sent.path.endsWith('/escalation-policies')) return received
        const policies = items(received.json, 'policies').map((policy) => ({
          ...policy,
          services: Math.min(1, Number(policy.services)),
        }))
        return as(received, received.status, { policies })
      },
    }),
    plan: walksOf(SCHEDULE_SCRIPTS, (walk) => count(walk, 'setServiceEscalationPolicy') === 3),
    seen: { operation: 'listEscalationPolicies', rules: ['oncall.policy-services-counted'] },
  },
  {
    name: 'a number that is taken from whoever gave it before',
    mistake() {
      let last: string | undefined
      return {
        answered({ sent, received }) {
          if (!sent.path.endsWith('/paging-settings') || !isObject(received.json)) return received
          const { authorization } = sent.headers
          if (sent.method === 'PUT') last = authorization
          return last === authorization ? received : as(received, received.status, { ...received.json, phone: '' })
        },
      }
    },
    plan: walksOf(PAGING_SCRIPTS, (walk) => count(walk, 'getPagingSettings') === 2),
    seen: { operation: 'getPagingSettings', severity: 'failure' },
  },
  {
    name: 'a node that goes in every cluster',
    mistake: () => ({
      async besides({ sent, received }, client: Client) {
        const [, before, node] = /^(.*\/clusters\/)[^/]+\/nodes\/(.+)$/.exec(sent.path) ?? []
        if (sent.method !== 'DELETE' || before === undefined || received.status >= 300) return
        const list = await client.send({ ...sent, method: 'GET', path: before.slice(0, -1) })
        for (const { name } of list.answered ? items(list.received.json, 'clusters') : [])
          await client.send({ ...sent, path: `${before}${name}/nodes/${node}` })
      },
    }),
    plan: walksOf(RUNNING_SCRIPTS, (walk) => count(walk, 'createCluster') === 2 && calls('deleteNode')(walk)),
    seen: { operation: 'listNodes', path: 'nodes' },
  },
  {
    name: 'a token that is off when a node has left',
    mistake() {
      let isOff = false
      return {
        answered({ sent, received }) {
          isOff ||= sent.method === 'DELETE' && /\/nodes\/[^/]+$/.test(sent.path)
          if (!isOff || sent.method !== 'GET' || !sent.path.endsWith('/registration-tokens')) return received
          const tokens = items(received.json, 'tokens').map((token) => ({ ...token, disabled: true }))
          return as(received, received.status, { tokens })
        },
      }
    },
    plan: walksOf(JOINING_SCRIPTS, calls('deleteNode', 'listRegistrationTokens')),
    seen: { operation: 'listRegistrationTokens', path: 'tokens[RegistrationToken].disabled' },
  },
  {
    name: 'a pause that is lifted with the last suppression',
    mistake() {
      const there = new Set<unknown>()
      let hadSome = false
      return {
        answered({ sent, received }) {
          for (const { id, reason } of items(received.json, 'suppressions')) if (reason !== 'manual') there.add(id)
          hadSome ||= there.size > 0
          if (sent.method === 'DELETE') there.delete(sent.path.split('/').at(-1))
          const isLifted = hadSome && there.size === 0 && sent.path.endsWith('/email/settings')
          return isLifted && isObject(received.json) ? as(received, 200, { ...received.json, paused: false }) : received
        },
      }
    },
    plan: walksOf(MESSAGE_LOG_SCRIPTS, calls('deleteSuppression', 'listSuppressions')),
    seen: { operation: 'getEmailSettings', rules: ['email.pause-shown'] },
  },
  {
    name: 'an override that is lost when its schedule is changed meanwhile',
    mistake() {
      const added: Sent[] = []
      let changing = 0
      return {
        asked(sent) {
          if (sent.method === 'PATCH') changing++
          return sent
        },
        async besides({ sent, received }, client: Client) {
          if (sent.method === 'POST' && sent.path.endsWith('/overrides') && changing > 0 && isObject(received.json))
            added.push({ ...sent, method: 'DELETE', path: `${sent.path}/${received.json.id}`, body: undefined })
          if (sent.method !== 'PATCH') return
          await new Promise((resolve) => setTimeout(resolve, 30))
          for (const lost of added.splice(0)) await client.send(lost)
          changing--
        },
      }
    },
    plan: (operations) =>
      branches(operations, looksAmong(operations)).filter(
        (walk) => calls('updateSchedule', 'addOverride')(walk) && !calls('deleteSchedule')(walk),
      ),
    ids: ['createSchedule', 'updateSchedule', 'addOverride', 'listSchedules'],
    seen: { operation: 'listSchedules', severity: 'failure' },
  },
]

test.concurrent.each(sampled(CASES, 4))('$name is seen', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toMatchObject(seen)
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
