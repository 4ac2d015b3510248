import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startRecorder } from '../../../bin/record/recorder.ts'
import { EMPTY_PROFILE, type Profile } from '../../../src/contract/profile.ts'
import { openForReplay } from '../../../src/scenario/replay/open-for-replay.ts'
import { replay } from '../../../src/scenario/replay/replay.ts'
import { makeStopping } from '../../../src/target/stopping.ts'
import { scenario } from '../support.ts'

const headers = { authorization: 'Bearer let-me-in-please' }
const PROFILE: Profile = { ...EMPTY_PROFILE, actors: { owner: { role: 'owner', organization: 'acme', headers } } }
const LIST = scenario(`
- stepId: list
  operationId: $sourceDescriptions.api.listTokens
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
  successCriteria:
    - condition: $statusCode == 200
`)

async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers whoever looks whether it is there, and does with the rest as it is told. */
const onceOpen =
  (answer: RequestListener): RequestListener =>
  (request, response) =>
    request.headers.authorization ? answer(request, response) : response.writeHead(404).end()

test('a replay that is stopped ends at once, and its scenario is not held against the target', async () => {
  const url = await served(onceOpen(() => {}))
  const control = new AbortController()
  const { target, close } = await openForReplay({ url, profile: PROFILE, stopping: makeStopping(control) })
  onTestFinished(close)
  setTimeout(() => control.abort(), 200)
  expect(await replay(LIST, target)).toMatchObject({ outcome: 'skipped', reason: 'the run was stopped' })
})

test('patience with 429 is counted over all scenarios of a run', async () => {
  const url = await served(onceOpen((_, response) => response.writeHead(429, { 'retry-after': '0.1' }).end()))
  const { target, close } = await openForReplay({ url, profile: PROFILE })
  onTestFinished(close)
  const run = { ...target, busy: { leftSeconds: 0.35 } }
  const attempts = async () => {
    const [step] = (await replay(LIST, run)).steps
    return step?.kind === 'failed' && step.attempts
  }
  expect([await attempts(), await attempts()]).toEqual([4, 1])
})

test('a recorder passes an answer without end as it comes, and keeps none of it', async () => {
  const url = await served((_, response) => {
    const timer = setInterval(() => {
      if (response.destroyed) clearInterval(timer)
      else if (!response.writableNeedDrain) response.write('x'.repeat(1_000_000))
    }, 1)
  })
  const recorder = await startRecorder(url, 0)
  onTestFinished(() => recorder.close())
  const control = new AbortController()
  const answer = await fetch(`${recorder.url}/api/v1/tokens`, { signal: control.signal })
  expect(answer.status).toBe(200)
  expect((await answer.body?.getReader().read())?.value?.[0]).toBe('x'.charCodeAt(0))
  control.abort()
  expect(recorder.exchanges).toEqual([])
})
