import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCandidate } from '../../../examples/candidate/server.mjs'
import { ROOT } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SECRET = 'canary/0123456789+abcdef'

/** The protocol's own client, talking to the command as an editor would start it. */
const client = new Client({ name: 'test', version: '1.0.0' })

beforeAll(() =>
  client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'bin/understudy.js'), 'mcp'],
      cwd: ROOT,
      env: { ...(process.env as Record<string, string>), MCP_TOKEN: SECRET },
    }),
  ),
)
afterAll(() => client.close())

async function told(name: string, args: Record<string, unknown> = {}): Promise<{ failed: boolean; text: string }> {
  const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 120_000 })
  const [first] = content
  return { failed: isError === true, text: first?.type === 'text' ? first.text : '' }
}

/** What a tool answers, with the fields that a client looks for. */
async function tell<T = unknown>(name: string, args: Record<string, unknown> = {}): Promise<T> {
  const { failed, text } = await told(name, args)
  expect(failed, text).toBe(false)
  return JSON.parse(text)
}

test('tools and resources are listed with what they are for', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['start_mock', 'call_operation', 'cause_event', 'move_clock', 'explain', 'verify']),
  )
  expect(tools.filter(({ description = '' }) => description.length < 40)).toEqual([])
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining([
      'understudy://openapi',
      'understudy://rules',
      'understudy://gaps',
      'understudy://docs/reports',
    ]),
  )
  const { contents } = await client.readResource({ uri: 'understudy://openapi' })
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
})

interface Listed {
  readonly body: { readonly incidents: readonly { readonly id: string }[] }
}

interface Performed {
  readonly rules: readonly { readonly id: string }[]
  readonly gaps: readonly { readonly id: string }[]
}

test('a story: an alert opens an incident, it is acknowledged, time passes, it is resolved and stays so', async () => {
  expect((await told('call_operation', { operation: 'listIncidents' })).text).toContain('Call start_mock first')
  const { callers } = await tell<{ callers: unknown[] }>('start_mock', { seed: 'small', clock: '2026-03-05T09:00:00Z' })
  expect(callers).toContainEqual(expect.objectContaining({ name: 'owner' }))

  await tell('create_sandbox', { name: 'story' })
  const at = { sandbox: 'story' }
  await tell('cause_event', { ...at, event: 'alertFires', body: { serviceId: 'svc_checkout', alert: 'HighLatency' } })
  const listed = await tell<Listed>('call_operation', { ...at, operation: 'listIncidents' })
  const [id = ''] = listed.body.incidents.map((one) => one.id)

  const act = (operation: string) => tell<Performed>('call_operation', { ...at, operation, parameters: { id } })
  expect(await act('acknowledgeIncident')).toMatchObject({ status: 200, body: { status: 'acknowledged' } })
  await tell('move_clock', { ...at, by: 'PT30M' })
  expect(await act('resolveIncident')).toMatchObject({ status: 200, body: { status: 'resolved' } })
  const again = await act('acknowledgeIncident')
  expect([...again.rules, ...again.gaps].map((one) => one.id)).not.toEqual([])

  // The default sandbox knows nothing of it.
  const other = await tell<Listed>('call_operation', { operation: 'listIncidents' })
  expect(other.body.incidents.map((one) => one.id)).not.toContain(id)
  const { requests } = await tell<{ requests: unknown[] }>('control', { ...at, operation: 'listRequests' })
  expect(requests.length).toBeGreaterThanOrEqual(4)
})

test('a faulty implementation is verified, and the failure explained', async () => {
  const faults = ['token-list-shows-others']
  const candidate = await startCandidate({ variant: 'a', faults, port: 0 })
  try {
    const run = {
      url: candidate.url,
      profile: 'examples/candidate/profile-a.yaml',
      areas: ['tokens'],
      requests: 60,
      seed: 3,
    }
    const { verdict, failures } = await tell<{ verdict: string; failures: string[] }>('verify', run)
    expect(verdict).toBe('does not conform')
    expect(failures[0]).toContain('listTokens')
    const [failure] = await tell<{ sentences: { id: string; says: string }[] }[]>('read_report', { part: 'failures' })
    const [sentence] = failure?.sentences ?? []
    const explained = await tell('explain', { id: sentence?.id })
    expect(explained).toMatchObject({ says: sentence?.says, provenance: 'stated', where: expect.stringMatching(/./) })
  } finally {
    await candidate.close()
  }
})

test('a scenario is found and replayed', async () => {
  const found = await tell('list_scenarios', { search: 'resolved-stays' })
  expect(found).toHaveLength(1)
  expect(await tell('replay_scenario', { scenario: 'resolved-stays-resolved' })).toMatchObject({ outcome: 'passed' })
})

test.for([
  ['explain', { id: 'openIncidents' }, 'did you mean openIncident?'],
  ['call_operation', { operation: 'getIncident' }, 'getIncident needs'],
  ['verify', { url: 'http://127.0.0.1:9' }, 'cannot be reached'],
  ['verify', { url: 'http://example.com' }, 'example.com'],
  ['replay_scenario', { scenario: 'no-such' }, 'no-such'],
  ['move_clock', { by: 'soon' }, 'was refused with 400'],
] as const)('%s %j is told in a sentence', async ([name, args, said]) => {
  const { failed, text } = await told(name, args)
  expect(failed).toBe(true)
  expect(text).toContain(said)
})

test('no result shows what a profile takes from the environment', async () => {
  const profile = join(temporaryFolder(), 'profile.yaml')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as a profile has it
  const actor = '{ role: owner, organization: acme, headers: { authorization: "Bearer ${MCP_TOKEN}" } }'
  writeFileSync(profile, `name: secret\nactors:\n  chief: ${actor}\n`)
  const started = await told('start_mock', { profile })
  expect(started).toMatchObject({ failed: false, text: expect.stringContaining('[value of MCP_TOKEN]') })
  const called = await told('call_operation', { operation: 'listTokens', as: 'chief' })
  expect(JSON.parse(called.text)).toMatchObject({ status: 200 })
  const results = [
    started,
    await told('control', { operation: 'listIdentities' }),
    await told('control', { operation: 'exportWorld' }),
  ]
  for (const { text } of results) expect(text).not.toContain(SECRET)
})
