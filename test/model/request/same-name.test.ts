import { describe, expect, test } from 'vitest'
import { INFLUENCED_OPERATIONS } from '../../../src/contract/generated/area-facts.ts'
import type { GapValues } from '../../../src/contract/generated/gaps.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { grown, rowsOf } from '../seeds/support.ts'
import { type Answer, makeModel } from '../support.ts'

const ACME = grown(acme)
const [REGISTRY] = rowsOf(ACME, 'Registry', 'acme')
const [SERVICE] = rowsOf(ACME, 'OncallService', 'acme')
const CLUSTER = rowsOf(ACME, 'Cluster', 'acme').find(({ deleting, deleted }) => !deleting && !deleted)

const user = { kind: 'user', id: 'usr_ada', label: 'Ada' }
const check = { intervalSeconds: 60, vantages: ['fra'], kind: 'tcp', tcp: { host: 'db.example', port: 5432 } }

/** What it takes to make a thing of each kind that has a name, besides that. */
const CREATIONS: Readonly<Partial<Record<OperationId, { path?: Record<string, string>; body: object }>>> = {
  createToken: { body: {} },
  createRegistryKey: { path: { slug: REGISTRY?.slug ?? '' }, body: { mode: 'pull' } },
  createOidcRule: {
    path: { slug: REGISTRY?.slug ?? '' },
    body: { issuer: 'https://ci.example', audience: 'apps', subjectPattern: 'main', mode: 'pull' },
  },
  createSendKey: { body: {} },
  createSchedule: {
    body: {
      timezone: 'UTC',
      participants: [{ userId: 'usr_ada', label: 'Ada' }],
      handoff: { interval: 'daily', time: '09:00' },
    },
  },
  createAlertSource: { body: { serviceId: SERVICE?.id } },
  createEscalationPolicy: { body: { repeat: 0, steps: [{ target: user, waitSeconds: 60 }] } },
  createMonitor: { body: check },
  createExportToken: { body: {} },
  createOncallService: { body: {} },
}
/** The changes of a name, with the creations of what has it. */
const CHANGES = {
  updateSchedule: 'createSchedule',
  updateEscalationPolicy: 'createEscalationPolicy',
  updateMonitor: 'createMonitor',
} as const

function makeNames(gaps: Partial<GapValues>) {
  const model = makeModel({
    gaps: { 'uptime.monitor-quota': 1000, 'registry.duplicate-oidc-rule': 'accept', ...gaps },
  })
  model.seed(() => ACME)
  const create = (id: OperationId, name: string): Answer => {
    const { path = {}, body = {} } = CREATIONS[id] ?? {}
    return model.call(id, 'owner', { parameters: path, body: { ...body, name } })
  }
  return { ...model, create, made: (id: OperationId, name: string) => create(id, name).status === 201 }
}

const UNIQUE = { 'general.name-uniqueness': 'unique' } as const
const CASELESS = { ...UNIQUE, 'general.name-case': 'same' } as const

const ALL: readonly OperationId[] = INFLUENCED_OPERATIONS['general.name-uniqueness']
const isChange = (id: OperationId): id is keyof typeof CHANGES => id in CHANGES

describe.each(ALL.filter((id) => !isChange(id)))('%s', (id) => {
  test('takes a name again in other letters where case tells names apart, or names may be shared', () => {
    const apart = makeNames(UNIQUE)
    expect(['ci', 'CI', 'ci'].map((name) => apart.made(id, name))).toEqual([true, true, false])
    const shared = makeNames({ 'general.name-case': 'same' })
    expect(['ci', 'CI', 'ci'].map((name) => shared.made(id, name))).toEqual([true, true, true])
  })

  test('takes it in no letters where case makes no difference', () => {
    const { made } = makeNames(CASELESS)
    expect(['ci', 'CI', 'Ci', 'cd'].map((name) => made(id, name))).toEqual([true, false, false, true])
  })
})

describe.each(ALL.filter(isChange))('%s', (id) => {
  test.each([
    ['another name', { 'general.name-case': 'same' } as const, 200],
    ['a taken one', UNIQUE, 200],
    ['one that is taken in other letters', CASELESS, 409],
  ])('to %s', (_, gaps, status) => {
    const { create, call } = makeNames(gaps)
    create(CHANGES[id], 'ci')
    const mine = (create(CHANGES[id], 'mine').body as { readonly id: string }).id
    const renamed = (name: string) => call(id, 'owner', { parameters: { id: mine }, body: { name } }).status
    expect([renamed('CI'), renamed('Mine')]).toEqual([status, 200])
  })

  test('to a name that is taken', () => {
    const { create, call } = makeNames(UNIQUE)
    create(CHANGES[id], 'ci')
    const mine = (create(CHANGES[id], 'mine').body as { readonly id: string }).id
    expect(call(id, 'owner', { parameters: { id: mine }, body: { name: 'ci' } }).status).toBe(409)
  })
})

test('names with a rule of their own are the same in other letters too', () => {
  const gaps = { 'clusters.name-format': '^[A-Za-z]+$', 'clusters.registration-token-taken-name': 'refuse' } as const
  const statuses = (more: Partial<GapValues>) => {
    const { call } = makeNames({ 'clusters.quota': 100, ...gaps, ...more })
    const cluster = (name: string) => call('createCluster', 'owner', { body: { name, tier: 'small' } }).status
    const token = (name: string) =>
      call('createRegistrationToken', 'owner', { parameters: { name: CLUSTER?.name ?? '' }, body: { name } }).status
    return [cluster('depot'), cluster('DEPOT'), token('rack'), token('RACK')]
  }
  expect(statuses({})).toEqual([201, 201, 201, 201])
  expect(statuses({ 'general.name-case': 'same' })).toEqual([201, 409, 201, 409])
})
