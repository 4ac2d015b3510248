import { onTestFinished } from 'vitest'
import type { Json } from '../../src/contract/json.ts'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { createMock, type MockOptions, type RunningMock } from '../../stateful-mock/create-mock.ts'

/** The instant that tests live at. */
export const NINE = '2026-03-05T09:00:00Z'

/** A mock that listens on a free port and goes away with the test. A mistake of its own fails the test. */
export async function startedMock(options: MockOptions = {}): Promise<RunningMock> {
  const faults: unknown[] = []
  const mock = await createMock({
    seed: 'small',
    clock: { frozenAt: NINE },
    onFault: (fault) => faults.push(fault),
    ...options,
  })
  onTestFinished(async () => {
    await mock.close()
    if (faults.length > 0) throw faults[0]
  })
  return mock
}

export interface Seen {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Asks over the socket and reads the whole answer. */
export async function ask(
  mock: RunningMock,
  method: string,
  path: string,
  {
    as,
    json,
    headers,
    ...rest
  }: { as?: string; json?: unknown; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<Seen> {
  const response = await fetch(`${mock.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(as !== undefined && { Authorization: `Bearer ${as}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...rest,
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: Object.fromEntries(response.headers),
  }
}

export const profileWith = (gaps: Record<string, Json>): Profile => ({ ...EMPTY_PROFILE, gaps })
