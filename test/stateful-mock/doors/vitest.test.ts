import { describe } from 'vitest'
import { expect, test } from '../../../stateful-mock/doors/vitest.ts'

const MONITORS = '/api/v1/uptime/monitors'
const monitor = {
  name: 'web',
  kind: 'tcp',
  tcp: { host: 'web.acme.example', port: 443 },
  intervalSeconds: 60,
  vantages: ['fra'],
} as const

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
  body: JSON.stringify(body),
})

const messageOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'it passed',
    ({ message }: Error) => message,
  )

describe('what a sandbox has received', () => {
  test('is there with bodies and responses, oldest first', async ({ sandbox }) => {
    await sandbox.actor('owner').fetch(MONITORS, json(monitor))
    await sandbox.actor('admin').fetch(MONITORS, json({}))
    const [first, second, ...others] = await sandbox.requests()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      operationId: 'createMonitor',
      actor: 'owner',
      status: 201,
      headers: { 'x-request-id': 'r-1', authorization: '***' },
      body: monitor,
      response: { status: 201, body: { name: 'web' } },
    })
    expect(first?.curl).toMatch(/^curl -X POST/)
    expect(second).toMatchObject({ path: MONITORS, actor: 'admin', status: 400, response: { status: 400 } })
    expect(await sandbox.requests({ operation: 'createMonitor', status: 400 })).toEqual([second])
    // @ts-expect-error there is no such operation
    await expect(sandbox.requests({ operation: 'createMonitr' })).rejects.toThrow('(did you mean createMonitor?)')
  })

  test('is matched by operation, body, caller and number', async ({ sandbox }) => {
    await sandbox.actor('owner').fetch(MONITORS, json(monitor))
    await expect(sandbox).toHaveReceived('createMonitor')
    await expect(sandbox).toHaveReceived('createMonitor', {
      body: { name: expect.stringContaining('we'), tcp: { port: 443 } },
      headers: { 'x-request-id': 'r-1' },
      actor: 'owner',
      status: 201,
      times: 1,
    })
    await expect(sandbox).not.toHaveReceived('createMonitor', { actor: 'viewer' })
    await expect(sandbox).not.toHaveReceived('listMonitors')
    // @ts-expect-error a monitor has no such field
    await expect(sandbox).not.toHaveReceived('createMonitor', { body: { nmae: 'web' } })
  })

  test('is told when it is not what was expected', async ({ sandbox }) => {
    expect(await messageOf(expect(sandbox).toHaveReceived('createMonitor'))).toBe(
      'Expected the sandbox to have received createMonitor, but it received no requests',
    )
    const { fetch } = sandbox.actor('admin')
    await fetch(MONITORS, json({ ...monitor, kind: 'http' }))
    await fetch('/api/v1/tokens')
    await fetch('/api/v1/tokens')
    expect(await messageOf(expect(sandbox).toHaveReceived('listMonitors'))).toBe(
      'Expected the sandbox to have received listMonitors, but it received only createMonitor, listTokens (2 times)',
    )
    const [{ response } = { response: { body: {} } }] = await sandbox.requests()
    const { error } = response.body as { error: string }
    const wanted = { body: { name: expect.any(Number), tcp: { port: 80 } }, actor: 'admin' } as const
    expect(await messageOf(expect(sandbox).toHaveReceived('createMonitor', wanted))).toBe(
      [
        'Expected the sandbox to have received createMonitor with { body: { name: Any<Number>, tcp: { port: 80 } }, actor: "admin" }, but nothing matches:',
        `  #1 POST ${MONITORS} as admin -> 400 ${error}`,
        '    body.name: expected Any<Number>, received "web"',
        '    body.tcp.port: expected 80, received 443',
      ].join('\n'),
    )
    expect(await messageOf(expect(sandbox).toHaveReceived('listTokens', { times: 1 }))).toBe(
      [
        'Expected the sandbox to have received listTokens once, but it happened twice:',
        '  #2 GET /api/v1/tokens as admin -> 200',
        '  #3 GET /api/v1/tokens as admin -> 200',
      ].join('\n'),
    )
    expect(await messageOf(expect(sandbox).not.toHaveReceived('listTokens', { status: 200 }))).toBe(
      [
        'Expected the sandbox not to have received listTokens with { status: 200 }, but it happened twice:',
        '  #2 GET /api/v1/tokens as admin -> 200',
        '  #3 GET /api/v1/tokens as admin -> 200',
      ].join('\n'),
    )
    const typo = 'lstTokens' as 'listTokens'
    expect(await messageOf(expect(sandbox).toHaveReceived(typo))).toContain('(did you mean listTokens?)')
  })

  test('can be waited for', async ({ sandbox }) => {
    setTimeout(() => sandbox.actor('owner').fetch('/api/v1/tokens'), 60)
    await expect(sandbox).toHaveReceived('listTokens', {}, { timeout: 5_000 })
  })
})

describe('time and history', () => {
  test('pages go out as the clock advances', async ({ sandbox, events }) => {
    const { incidentId } = await events.alertFires({ serviceId: 'svc_search', alert: 'Slow' })
    const before = (await sandbox.pages()).length
    await sandbox.advance('PT1H')
    expect((await sandbox.pages()).length).toBeGreaterThan(before)
    await expect(sandbox).toHavePaged({ incidentId })
    const message = await messageOf(expect(sandbox).toHavePaged({ incidentId: 'inc_none' }))
    expect(message).toContain('incidentId: expected "inc_none", received')
  })

  test('the journal grows, and undo takes actions back, time included', async ({ sandbox }) => {
    await sandbox.actor('owner').fetch(MONITORS, json(monitor))
    await sandbox.advance('PT1M')
    const journal = await sandbox.journal()
    expect(journal[0]).toMatchObject({ kind: 'request', name: 'createMonitor', actor: 'owner' })
    expect(journal.at(-1)).toMatchObject({ kind: 'clock' })
    await sandbox.undo()
    expect((await sandbox.clock.read()).now).toBe('2026-03-05T09:00:00Z')
    await sandbox.undo({ toEntry: 0 })
    expect(await sandbox.journal()).toEqual([])
    expect(await sandbox.changes()).toEqual([])
  })

  test('a fork goes its own way and is dropped with its origin', async ({ sandbox, mock }) => {
    await sandbox.actor('owner').fetch(MONITORS, json(monitor))
    const fork = await sandbox.fork()
    await fork.actor('owner').fetch(MONITORS, json({ ...monitor, name: 'api' }))
    const made = async (one: typeof sandbox) =>
      (await one.changes()).filter(({ entity, change }) => entity === 'UptimeMonitor' && change === 'created').length
    expect([await made(sandbox), await made(fork)]).toEqual([1, 2])
    expect((await fork.journal()).length).toBe(2)
    const names = async () => {
      const response = await mock.fetch('/_understudy/sandboxes')
      const { sandboxes } = (await response.json()) as { sandboxes: { name: string }[] }
      return sandboxes.map(({ name }) => name)
    }
    expect(await names()).toContain(fork.name)
    sandbox.drop()
    expect(await names()).not.toContain(fork.name)
  })

  test('whoever listens to the clock hears of every move', async ({ sandbox }) => {
    const heard: string[] = []
    const stop = sandbox.clock.onMove(({ now }) => void heard.push(now))
    await sandbox.advance('PT1M')
    await sandbox.clock.freeze('2026-04-01T00:00:00Z')
    await sandbox.reset()
    stop()
    await sandbox.advance('PT1M')
    expect(heard).toEqual(['2026-03-05T09:01:00Z', '2026-04-01T00:00:00Z', '2026-03-05T09:00:00Z'])
  })
})
