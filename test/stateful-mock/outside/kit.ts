import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { mistakenMock } from '../../../bench/mistakes/mistaken.ts'
import { withMistakes } from '../../../bench/mistakes/switched-on.ts'
import { createMock, type MockOptions, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { NINE } from '../support.ts'
import type { Body } from '../tour.ts'
import { brokenIn } from './line.ts'

export interface Answered {
  readonly status: number
  readonly body: Body
  readonly type: string | null
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Somebody who talks to the API over the socket, under a credential or under none. */
export interface Someone {
  get(path: string): Promise<Answered>
  post(path: string, json?: object): Promise<Answered>
  put(path: string, json?: object): Promise<Answered>
  patch(path: string, json?: object): Promise<Answered>
  delete(path: string): Promise<Answered>
}

/**
 * One mock for a file of tests, at nine o'clock in the small world before each of them: requests go to its
 * API, everything else that happens goes to its control interface, all of it over HTTP.
 */
export function outside(options: MockOptions = {}) {
  let [shared, mock]: [RunningMock?, RunningMock?] = []
  const start: MockOptions = { seed: 'small', clock: { frozenAt: NINE }, ...options }
  const begunWithout = async (rule: string) => {
    const { createMock } = await mistakenMock()
    return withMistakes([rule], () => createMock(start))
  }
  beforeAll(async () => {
    shared = await createMock(start)
  })
  afterAll(() => shared?.close())
  beforeEach(async ({ task }) => {
    const broken = brokenIn(task.name)
    mock = broken === undefined ? shared : await begunWithout(broken)
    if (mock !== shared) return () => mock?.close()
    expect((await control('POST', '/reset')).status).toBe(200)
  })

  async function ask(method: Method, path: string, json?: object, credential?: string): Promise<Answered> {
    const response = await fetch(`${mock?.url}${path}`, {
      method,
      headers: {
        ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
        ...(json && { 'Content-Type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    })
    const [text, type] = [await response.text(), response.headers.get('content-type')]
    return { status: response.status, type, body: type?.startsWith('application/json') ? JSON.parse(text) : text }
  }
  const control = (method: Method, path: string, json?: object) => ask(method, `/_understudy${path}`, json)

  /** What the control interface says when something is to happen that may not be possible. */
  const tries = (event: string, body: object) => control('POST', `/events/${event}`, body)
  async function done(answer: Promise<Answered>): Promise<Body> {
    const { status, body } = await answer
    expect([status, body.error]).toEqual([200, undefined])
    return body
  }

  const as = (credential?: string): Someone => {
    const asking = (method: Method) => (path: string, json?: object) => ask(method, `/api/v1${path}`, json, credential)
    return {
      get: asking('GET'),
      post: asking('POST'),
      put: asking('PUT'),
      patch: asking('PATCH'),
      delete: asking('DELETE'),
    }
  }
  return {
    owner: as('owner'),
    admin: as('admin'),
    member: as('member'),
    outsider: as('outsider'),
    nobody: as(),
    as,
    /** A request to any path. */
    ask,
    tries,
    happens: (event: string, body: object = {}) => done(tries(event, body)),
    /** By an ISO 8601 duration. */
    advance: (by: string) => done(control('POST', '/clock/advance', { by })),
    setGap: (gap: string, value: unknown) => done(control('PUT', `/gaps/${gap}`, { value })),
    /** Who was paged so far: when, who, how, and why it failed. */
    pages: async (): Promise<string[]> => (await done(control('GET', '/pages'))).pages.map(pageLine),
    /** Everything that was sent to webhook endpoints so far, as it went out. */
    attempts: async (): Promise<Body[]> => (await done(control('GET', '/webhook-deliveries'))).attempts,
  }
}

function pageLine({ at, userId, channel, outcome, error }: Body): string {
  return `${at.slice(11, 19)} ${userId} ${channel}${outcome === 'failed' ? `: ${error}` : ''}`
}

/** The values of one field of the members of a list. */
export const each = (list: readonly Body[], field: string): unknown[] => list.map((member) => member[field])
