/** Somebody else's reading of the description, between a client and the mock: Prism's validating proxy. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import source from '../../src/contract/generated/spec.js'
import type { OpenApi } from '../../src/contract/openapi.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { buildPath } from '../../src/contract/routes.ts'
import { SEEDS } from '../../src/model/seeds/seeds.ts'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { freePort, serving } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startedMock } from './support.ts'
import { type Guide, type Step, tour } from './tour.ts'

/** The 113 and the side doors in one document. */
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
  const reached = new Map<string, Set<number>>()

  async function send(id: string, { path = {}, query, body, as = 'owner' }: Step) {
    const operation = mock.contract.operation(id)
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const response = await fetch(`${url}${buildPath(operation, path)}${search}`, {
      method: operation.method,
      headers: {
        ...(as !== null && { Authorization: `Bearer ${as}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status } = response
    reached.set(id, (reached.get(id) ?? new Set()).add(status))
    for (const { location, message } of violations(response))
      if (location[0] === 'response') objections.push(`${id} ${status} ${location.join('.')}: ${message} in ${text}`)
    const json = response.headers.get('content-type')?.startsWith('application/json')
    return { status, body: json && text !== '' ? JSON.parse(text) : text }
  }
  return { send, objections, reached }
}

const violations = (response: Response): readonly Violation[] =>
  JSON.parse(response.headers.get('sl-violations') ?? '[]')

async function control(mock: RunningMock, method: string, path: string, body: unknown) {
  const response = await mock.fetch(`/_understudy${path}`, { method, body: JSON.stringify(body) })
  const answer = await response.json()
  expect(response.status, `${path} ${JSON.stringify(body)} ${JSON.stringify(answer)}`).toBe(200)
  return answer
}

const seed = SEEDS.some(({ name }) => name === 'acme') ? 'acme' : 'small'

test('every operation and side door answers as described, at every status the mock is brought to', async () => {
  const mock = await startedMock({ seed })
  const { send, objections, reached } = await behindPrism(mock)
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
  expect(all.filter(({ id, success }) => !reached.get(id)?.has(success.status)).map(({ id }) => id)).toEqual([])

  for (const operation of all) for (const step of refusable(operation)) await send(operation.id, step)
  for (const area of ['email', 'uptime'] as const) {
    const ofArea = all.filter((operation) => operation.area === area)
    await control(mock, 'POST', '/events/backend-behaves', { backend: area, reachable: false })
    for (const operation of ofArea) await send(operation.id, asDescribed(operation))
    await control(mock, 'POST', '/events/backend-behaves', { backend: area, reachable: true })
    await control(mock, 'POST', '/events/entitlement-changes', { organization: 'acme', area, enabled: false })
    for (const operation of ofArea) await send(operation.id, asDescribed(operation))
    await control(mock, 'POST', '/events/entitlement-changes', { organization: 'acme', area, enabled: true })
  }
  expect(objections).toEqual([])
  const statuses = [...reached].flatMap(([id, seen]) => [...seen].map((status) => `${id} ${status}`))
  expect(statuses.length).toBeGreaterThan(400)
})

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
