import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/contract/contract.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { responseFor } from '../../src/contract/operations.ts'
import { buildPath } from '../../src/contract/routes.ts'
import { responseValidator } from '../../src/contract/schema/validators.ts'
import { candidate, contractOf, VARIANTS } from './candidate.ts'

/** What the candidate calls an operation, where that is not its operationId. */
const PURPOSES: Readonly<Record<string, string>> = {
  getProviderCredential: 'getProvider',
  setProviderCredential: 'setProvider',
  clearProviderCredential: 'clearProvider',
  acknowledgeIncident: 'acknowledge',
  resolveIncident: 'resolve',
  getPagingSettings: 'getPaging',
  savePagingSettings: 'savePaging',
  listAlertSources: 'listSources',
  createAlertSource: 'createSource',
  revokeAlertSource: 'revokeSource',
  setServiceEscalationPolicy: 'attachPolicy',
  listEscalationPolicies: 'listPolicies',
  createEscalationPolicy: 'createPolicy',
  updateEscalationPolicy: 'updatePolicy',
  deleteEscalationPolicy: 'deletePolicy',
}

interface About {
  readonly people: Readonly<Record<string, { readonly id: string; readonly session: string }>>
  readonly elsewhereSession: string
  readonly oncallServiceIds: Readonly<Record<string, readonly string[]>>
  readonly operations: Readonly<Record<string, readonly [string, string, number]>>
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function send(url: string, method: string, path: string, headers: object, body?: unknown): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const aboutOf = async (url: string): Promise<About> => (await send(url, 'GET', '/_test/about', {})).body as About
const operationsOf = (contract: Contract, area: string): Operation[] =>
  [...contract.operations.values()].filter((operation) => operation.area === area)

describe.each(VARIANTS)('the profile of variant %s', (variant) => {
  const contract = contractOf(variant)
  const { profile } = contract
  const owner = profile.actors.owner?.headers ?? {}

  test('binds the 26 on-call operations and fills no gap', () => {
    const oncall = operationsOf(contract, 'oncall').map(({ id }) => id)
    expect(oncall).toHaveLength(26)
    expect(Object.keys(profile.bindings)).toEqual(expect.arrayContaining(oncall))
    expect(profile.gaps).toEqual({})
  })

  test('leaves out exactly the areas that the candidate does not have', () => {
    const there = ['oncall', 'uptime', 'tokens'].flatMap((area) => operationsOf(contract, area)).map(({ id }) => id)
    expect(new Set([...profile.leaveOut, ...there])).toEqual(new Set(contract.operations.keys()))
    expect(profile.leaveOut.filter((id) => there.includes(id))).toEqual([])
  })

  test('every binding reaches the running candidate', async () => {
    const url = await candidate(variant)
    const unknown = await send(url, 'GET', '/api/v1/oncall/nowhere', owner)
    const otherMethod = await send(url, 'DELETE', '/api/v1/uptime/ping', owner)
    expect(otherMethod.body).toEqual(unknown.body)
    for (const id of Object.keys(profile.bindings)) {
      const operation = contract.operation(id)
      const path = buildPath(operation, { id: 'bogus', uid: 'bogus', oid: 'bogus' })
      const answer = await send(url, operation.method, path, owner, operation.body?.example)
      expect(answer.body, id).not.toEqual(unknown.body)
      if (answer.status >= 300) continue
      expect(answer.status, id).toBe(operation.success.status)
      const response = responseFor(operation, answer.status)
      expect((response && responseValidator(response)?.(answer.body)) ?? [], id).toEqual([])
    }
  })

  test('binds each operation where the candidate has it', async () => {
    const { operations } = await aboutOf(await candidate(variant))
    for (const { id, method, path, success } of operationsOf(contract, 'oncall'))
      expect([method, path, success.status], id).toEqual(operations[PURPOSES[id] ?? id])
  })

  test('the actors are who the candidate takes them for', async () => {
    const url = await candidate(variant)
    const { people, oncallServiceIds } = await aboutOf(url)
    const paging = contract.operation('getPagingSettings')
    const whoami = async (name: string) =>
      (await send(url, paging.method, paging.path, profile.actors[name]?.headers ?? {})).body
    const ping = (name: string) => send(url, 'GET', '/api/v1/uptime/ping', profile.actors[name]?.headers ?? {})
    for (const [name, actor] of Object.entries(profile.actors)) {
      if (name === 'nobody') continue
      expect(await whoami(name), name).toMatchObject({ email: actor.email })
      expect(actor.user, name).toBe(people[name === 'eastOwner' ? 'owner' : name]?.id)
      if (name !== 'eastOwner') expect((await ping(name)).body, name).toMatchObject({ org: actor.organization })
    }
    expect((await ping('eastOwner')).status).toBe(403)
    expect((await ping('nobody')).status).toBe(401)
    expect(profile.vocabulary.oncallServices).toEqual(oncallServiceIds.north)
    expect(profile.lent.OncallService).toEqual(oncallServiceIds.north)
    expect(profile.vocabulary.users).toEqual(
      ['owner', 'admin', 'member'].map((name) => ({ id: people[name]?.id, label: profile.actors[name]?.label })),
    )
  })

  test('the labels, the credential and the telephone number are taken', async () => {
    const url = await candidate(variant)
    const { vocabulary, actors } = profile
    const call = async (name: string, id: string, parameters: Record<string, string>, body: unknown) => {
      const operation = contract.operation(id)
      const path = buildPath(operation, parameters)
      const answer = await send(url, operation.method, path, actors[name]?.headers ?? {}, body)
      expect(answer.status, `${id}: ${JSON.stringify(answer.body)}`).toBe(operation.success.status)
      return answer.body as Record<string, string>
    }
    await call('owner', 'setProviderCredential', {}, vocabulary.provider)
    await call(
      'owner',
      'savePagingSettings',
      {},
      {
        phone: vocabulary.phone,
        rules: [{ channel: 'sms', delaySeconds: 0 }],
      },
    )
    for (const name of ['owner', 'admin', 'member']) {
      const serviceId = vocabulary.oncallServices?.[0]
      const { id = '' } = await call(name, 'openIncident', {}, { serviceId, title: 'Slow' })
      const update = await call(name, 'publishUpdate', { id }, { body: 'We are looking.' })
      expect(update.byLabel).toBe(actors[name]?.label)
    }
  })
})
