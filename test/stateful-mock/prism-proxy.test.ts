/** Somebody else's reading of the description, between a client and the mock: Prism's validating proxy. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LIBRARY } from '../../bin/files/library.ts'
import { readScenarios } from '../../bin/files/scenario-files.ts'
import { targetOn } from '../../bin/replay/fresh-target.ts'
import source from '../../src/contract/generated/spec.js'
import type { OpenApi } from '../../src/contract/openapi.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { buildPath } from '../../src/contract/routes.ts'
import { SEEDS } from '../../src/model/seeds/seeds.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import { describeResult } from '../../src/scenario/reports/terminal.ts'
import { type Scenario, USUAL_INSTANT } from '../../src/scenario/scenario.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { FULL } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'
import { freePort, serving } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startedMock } from './support.ts'
import { type Guide, type Step, tour } from './tour.ts'

/** The operations of the API and the side doors in one document. */
function wholeDescription(): string {
  const { api, sideDoors } = source
  const parts = new Set([...Object.keys(api.components ?? {}), ...Object.keys(sideDoors.components ?? {})])
  const components = [...parts].map((part) => [part, { ...sideDoors.components?.[part], ...api.components?.[part] }])
  const whole: OpenApi = {
    ...api,
    paths: { ...sideDoors.paths, ...api.paths },
    components: Object.fromEntries(components),
  }
  for (const path of Object.keys(sideDoors.paths)) expect(api.paths).not.toHaveProperty([path])
  const file = join(temporaryFolder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(whole))
  return file
}

interface Violation {
  readonly location: readonly string[]
  readonly severity: string
  readonly message: string
}

/** A client behind the proxy that notes every status and everything the proxy objects to in an answer. */
async function behindPrism(mock: RunningMock) {
  const port = await freePort()
  const args = ['proxy', '-m', 'false', '-v', 'fatal', '-p', String(port), wholeDescription(), mock.url]
  const url = await serving('prism', args, port)
  const objections: string[] = []
  const reached = new Set<string>()

  /** Asks the proxy and notes what it makes of the answer. */
  async function pass(operation: Operation, path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${url}${path}`, init)
    const { status } = response
    reached.add(`${operation.id} ${status}`)
    const text = await response.clone().text()
    for (const { location, message } of violations(response))
      if (location[0] === 'response')
        objections.push(`${operation.id} ${status} ${location.join('.')}: ${message} in ${text}`)
    return response
  }

  async function send(id: string, { path = {}, query, body, as = 'owner' }: Step) {
    const operation = mock.contract.operation(id)
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await pass(operation, `${buildPath(operation, path)}${search}`, {
      method: operation.method,
      headers: {
        ...(as !== null && { Authorization: `Bearer ${as}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: json && text !== '' ? JSON.parse(text) : text }
  }
  return { pass, send, objections, reached }
}

const violations = (response: Response): readonly Violation[] =>
  JSON.parse(response.headers.get('sl-violations') ?? '[]')

async function control(mock: RunningMock, method: string, path: string, body: unknown) {
  const response = await mock.fetch(`/_understudy${path}`, { method, body: JSON.stringify(body) })
  const answer = await response.json()
  expect(response.status, `${path} ${JSON.stringify(body)} ${JSON.stringify(answer)}`).toBe(200)
  return answer
}

test('every operation and side door answers as described, and as it refuses what it refuses', async () => {
  const mock = await startedMock({ seed: 'acme' })
  const prism = await behindPrism(mock)
  const { send, objections, reached } = prism
  const guide: Guide = {
    async ok(id, step = {}) {
      const { status, body } = await send(id, step)
      expect(status, `${id} ${JSON.stringify(step)} ${JSON.stringify(body)}`).toBe(
        mock.contract.operation(id).success.status,
      )
      return body
    },
    happens: (event, body) => control(mock, 'POST', `/events/${event}`, body),
    advance: (by) => control(mock, 'POST', '/clock/advance', { by }),
    setGap: (gap, value) => control(mock, 'PUT', `/gaps/${gap}`, { value }),
  }
  await tour(guide)
  const all = [...mock.contract.operations.values(), ...mock.contract.doors.values()]
  expect(all.filter(({ id, success }) => !reached.has(`${id} ${success.status}`)).map(({ id }) => id)).toEqual([])

  const asked = sampled(all, 4)
  for (const operation of asked) for (const step of refusable(operation)) await send(operation.id, step)
  await guide.happens('role-changes', { organization: 'acme', userId: 'usr_fay', role: 'member', grants: [] })
  for (const operation of asked)
    for (const as of ['viewer', 'outsider']) await send(operation.id, { ...(await onThings(mock, operation)), as })
  await guide.setGap('iam.permissions-need-management', 'managers')
  await send('listPermissions', { as: 'viewer' })
  await guide.setGap('iam.permissions-need-management', 'everyone')
  for (const area of ['email', 'uptime'] as const) {
    const ofArea = asked.filter((operation) => operation.area === area)
    const steps = await Promise.all(ofArea.map(async (one) => [one.id, await onThings(mock, one)] as const))
    await control(mock, 'POST', '/events/backend-behaves', { backend: area, reachable: false })
    for (const [id, step] of steps) await send(id, step)
    await control(mock, 'POST', '/events/backend-behaves', { backend: area, reachable: true })
    await control(mock, 'POST', '/events/entitlement-changes', { organization: 'acme', area, enabled: false })
    for (const [id, step] of steps) await send(id, step)
    await control(mock, 'POST', '/events/entitlement-changes', { organization: 'acme', area, enabled: true })
  }
  for (const scenario of readScenarios(
    mock.contract,
    FULL ? [LIBRARY] : sampled(REFUSED_FOR_THEIR_STATE, 4).map(inLibrary),
  ))
    await playBehind(prism, mock, scenario)
  expect(objections).toEqual([])
  const documented = all.flatMap((operation) =>
    [...operation.responses.keys()]
      .filter((status) => /^\d+$/.test(status) && !cannotBe(operation, status))
      .map((status) => `${operation.id} ${status}`),
  )
  // Not each can be reached by some of the scenarios.
  if (FULL) expect(documented.filter((one) => !reached.has(one))).toEqual([])
  expect(reached.size).toBeGreaterThan(FULL ? 450 : 150)
})

/** Statuses that no request can get: where a path names nothing, nothing is missing. */
const cannotBe = ({ id, path }: Operation, status: string): boolean =>
  (status === '404' && !path.includes('{')) || (status === '400' && ['getIamCatalog', 'listPermissions'].includes(id))

const inLibrary = (name: string) => `${LIBRARY}/${name}.arazzo.yaml`

/** Scenarios in which things are refused for the state they are in; the full run plays all there are. */
const REFUSED_FOR_THEIR_STATE = [
  'clusters/cluster-quota-is-a-limit',
  'clusters/concurrent-change-is-refused',
  'clusters/organization-mismatch-is-told-as-such',
  'email/daily-quota-stops-sending',
  'email/endpoint-in-use-cannot-be-deleted',
  'email/nothing-is-sent-while-paused',
  'email/pattern-is-there-once-on-a-domain',
  'oncall/acknowledging-does-not-reopen',
  'oncall/referenced-policy-stays',
  'oncall/rejected-credential-is-not-stored',
  'oncall/targeted-schedule-stays',
  'oncall/unverified-credential-is-not-stored',
  'organization/billing-address-collides',
  'registry/no-login-without-registry-access',
  'registry/no-registry-without-a-payment-method',
  'registry/only-an-empty-registry-is-deleted',
  'registry/purging-needs-the-admin-tier',
  'tokens/narrowed-token-stays-with-its-resources',
  'uptime/metrics-are-unavailable',
  'uptime/metrics-windows',
  'uptime/rename-to-a-taken-name',
  'uptime/service-with-monitors-stays',
]

/** A scenario in the world it starts from, with the proxy between it and the API. */
async function playBehind({ pass }: Awaited<ReturnType<typeof behindPrism>>, mock: RunningMock, scenario: Scenario) {
  const { seed = SEEDS[0].name, clock = USUAL_INSTANT, gaps = {} } = scenario.notes
  await control(mock, 'POST', '/reset', { seed })
  await control(mock, 'PUT', '/clock', { mode: 'frozen', now: clock })
  for (const [gap, value] of Object.entries(gaps)) await control(mock, 'PUT', `/gaps/${gap}`, { value })
  const client = fetchClient((path, init) => {
    const match = mock.contract.routes.match(String(init.method), path.split('?')[0] ?? '')
    return match.found === 'operation' ? pass(match.operation, path, init) : mock.fetch(path, init)
  })
  const result = await replay(scenario, { ...targetOn(mock), send: (sent) => client.send(sent) })
  expect(result.outcome, describeResult(result)).toBe('passed')
}

/** The request of the description, on things that are not there. */
function asDescribed({ parameters, body }: Operation): Step {
  const values = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && (place === 'path' || one.required))
        .map(({ name, schema }) => [name, schema.type === 'integer' ? '7' : 'x']),
    )
  return { path: values('path'), query: values('query'), ...(body && { body: body.example }) }
}

/** The same on the last thing that the list of its kind shows to the owner, where there is such a list. */
async function onThings(mock: RunningMock, operation: Operation): Promise<Step> {
  const usual = asDescribed(operation)
  const last = async (list: string, field: string) => {
    const answer = await mock.fetch(list, { headers: { Authorization: 'Bearer owner' } })
    return answer.ok
      ? Object.values((await answer.json()) as object)
          .find(Array.isArray)
          ?.at(-1)?.[field]
      : undefined
  }
  const [, list = '', name = ''] = /^([^{]+)\/\{(\w+)\}/.exec(operation.path) ?? []
  const named = list === '' ? undefined : await last(list, name)
  const body: Record<string, unknown> = { ...(usual.body as object) }
  for (const [field, from] of Object.entries(REFERENCES))
    if (field in body && operation.path.startsWith(from.split('/').slice(0, 4).join('/'))) {
      const id = await last(from, 'id')
      body[field] = Array.isArray(body[field]) ? [id] : id
    }
  return {
    ...usual,
    ...(named !== undefined && { path: { ...usual.path, [name]: named } }),
    ...(operation.body && { body }),
  }
}

/** Where the things are listed that a body refers to. */
const REFERENCES: Readonly<Record<string, string>> = {
  domainId: '/api/v1/email/domains',
  domainIds: '/api/v1/email/domains',
  endpointId: '/api/v1/email/webhooks',
  serviceId: '/api/v1/uptime/services',
}

/** The same by others, without what is needed, and with something that is of no use. */
function refusable(operation: Operation): Step[] {
  const usual = asDescribed(operation)
  return [
    usual,
    { ...usual, as: null },
    { ...usual, as: 'member' },
    { ...usual, as: 'outsider' },
    { ...usual, query: {} },
    ...(operation.body
      ? [
          { ...usual, body: {} },
          { ...usual, body: 7 },
        ]
      : []),
  ]
}
