import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { ALERT_SOURCE_SCRIPTS } from '../../src/conformance/areas/oncall/scripts/alert-sources.ts'
import { drawWalk } from '../../src/conformance/draw/walk.ts'
import { failureScenario } from '../../src/conformance/failure/failure-scenario.ts'
import { castOf } from '../../src/conformance/kit/cast.ts'
import { openSession } from '../../src/conformance/run/open-session.ts'
import type { Walk } from '../../src/conformance/script/goal.ts'
import { runAgain, runDrawn } from '../../src/conformance/sequence/sequence.ts'
import { type Shrunk, shrink } from '../../src/conformance/sequence/shrink.ts'
import { describeStep } from '../../src/conformance/step/describe-step.ts'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { asCurl } from '../../src/scenario/exports/curl.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { openForReplay } from '../../src/scenario/replay/open-for-replay.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import { type Client, makeClient } from '../../src/target/client.ts'
import { NO_DRIVER } from '../../src/target/driver.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { startedMock } from '../stateful-mock/support.ts'
import { openWalking, told } from '../support/walking.ts'

/** What a target does with a delivery, by whether its token was good when it began. */
type Manner = (began: { readonly good: boolean }, answer: () => Promise<number>) => Promise<number | 'hangs up'>

interface Target {
  readonly deliver: Manner
  /** A revocation waits for the deliveries that have begun. */
  readonly inTurn?: true
}

/** The mock, but for deliveries of alerts. */
async function targetThat({ deliver, inTurn }: Target): Promise<{ readonly url: string; readonly mockUrl: string }> {
  const mock = await startedMock({ clock: new Date().toISOString() })
  const tokens = new Map<string, string>()
  const begun: Promise<unknown>[] = []
  const passOn = async ({ method = '', url = '', headers }: IncomingMessage, body: string) =>
    fetch(mock.url + url, { method, headers: passed(headers), ...(body !== '' && { body }) })
  const server = createServer(async (request, response) => {
    const [, id = '', door] = /\/alert-sources\/([^/]+)(\/webhook)?$/.exec(request.url ?? '') ?? []
    if (!door) {
      if (inTurn && request.method === 'DELETE') await Promise.all(begun)
      const answer = await passOn(request, await text(request))
      const body = await answer.text()
      if (request.method === 'DELETE') tokens.delete(id)
      if (request.method === 'POST' && answer.status === 201) tokens.set(JSON.parse(body).id, JSON.parse(body).token)
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(body)
      return
    }
    const good = request.headers.authorization === `Bearer ${tokens.get(id)}`
    const delivering = deliver({ good }, async () => {
      const { status } = await passOn(request, await text(request))
      return status
    })
    begun.push(delivering)
    const status = await delivering
    if (status === 'hangs up') request.socket.destroy()
    else response.writeHead(status, { 'content-type': 'application/json' }).end(status < 300 ? '' : '{"error":"no"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, mockUrl: mock.url }
}

const passed = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'content-type', 'accept'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  )

/** A judge of this target, and the walk that revokes a source in the middle of a delivery. */
async function judging(url: string) {
  const client = makeClient(url)
  onTestFinished(() => client.close())
  const contract = loadContract(source, (await mockProfile(client)) ?? EMPTY_PROFILE)
  const session = await openSession({ contract, client, driver: NO_DRIVER, url })
  return {
    contract,
    session,
    sequence: await runDrawn(session, 'flight', drawWalk(session, inFlight(contract), 1, castOf(contract))),
  }
}

function inFlight({ operations, doors }: Contract): Walk {
  const all = new Map([...operations, ...doors])
  const [walk = []] = ALERT_SOURCE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((goals) =>
    goals.some((goal) => goal.kind === 'call' && goal.duringNext),
  )
  return walk
}

/** Whoever had a good token when the delivery began is let in. */
const looksOnce: Manner = async ({ good }, answer) => {
  const status = await answer()
  return status === 401 && good ? 202 : status
}

test('a delivery that is taken although its source was revoked meanwhile is found, reduced and saved', async () => {
  const { url, mockUrl } = await targetThat({ deliver: looksOnce })
  const { contract, session, sequence } = await judging(url)
  const { finding } = sequence
  expect(finding).toMatchObject({ severity: 'failure', check: 'refusal', rules: ['oncall.revoked-source-refused'] })
  if (!finding) return
  let runs = 0
  const shrunk: Shrunk = await shrink(session, sequence, finding, (steps) => runAgain(session, steps, `again${runs++}`))
  const { steps } = shrunk.sequence
  expect(shrunk.how).toBe('reduced')
  expect(told(shrunk.sequence)).toEqual(['createAlertSource 201', 'revokeAlertSource 204', 'receiveAlerts 202'])
  expect(steps[1] && describeStep(steps[1])).toContain('half of the next request')

  const saved = failureScenario(contract, shrunk)
  expect(saved.workflows[0]?.steps[1]).toMatchObject({ 'x-understudy': { duringNext: true } })
  expect(saved.info.description).toContain('Other runners than understudy')
  const scenario = readScenario(contract, { text: stringify(saved), file: 'failure.arazzo.yaml' })
  expect(asCurl(scenario, contract)).toContain('# Sent when half of the next request is on its way')
  for (const [at, outcome] of [
    [url, 'failed'],
    [mockUrl, 'passed'],
  ] as const) {
    const { target, close } = await openForReplay({ url: at })
    expect(await replay(scenario, target)).toMatchObject({ outcome })
    // A target that does not hold anything back shows nothing.
    const whole = await replay(scenario, { ...target, send: (sent) => target.send(sent) })
    expect(whole).toMatchObject({ outcome: 'skipped', reason: 'no request could be under way during step2' })
    await close()
  }
})

const CLEAN: Readonly<Record<string, Target>> = {
  'looks at the token when all is there': { deliver: (_, answer) => answer() },
  'revokes when the delivery is through': { deliver: (_, answer) => answer(), inTurn: true },
  'answers before all is there': { deliver: async () => 202 },
  'refuses before all is there': { deliver: async () => 400 },
  'hangs up': { deliver: async () => 'hangs up' },
  'loses patience': { deliver: async (_, answer) => ((await answer()) === 401 ? 408 : 202) },
}

test.each(Object.entries(CLEAN))('nothing is held against a target that %s', async (_, target) => {
  const { url } = await targetThat(target)
  const { sequence } = await judging(url)
  expect(sequence.finding).toBeUndefined()
  expect(told(sequence).slice(0, 2)).toEqual(['createAlertSource 201', 'revokeAlertSource 204'])
})

test('what a delivery opened that was answered early is not left for the next alert to join', async () => {
  // It has all of it at once, and says that it has half.
  const between = (client: Client): Client => ({
    ...client,
    send(sent, held) {
      held?.begun()
      return client.send(sent)
    },
  })
  const walking = await openWalking({ between })
  onTestFinished(() => walking.close())
  const sequence = await walking.walk(inFlight(walking.contract))
  expect(told(sequence)).toEqual(['createAlertSource 201', 'revokeAlertSource 204', 'receiveAlerts unanswered'])
  const answer = await walking.mock.fetch('/api/v1/oncall/incidents', { headers: { authorization: 'Bearer owner' } })
  const { incidents } = (await answer.json()) as { incidents: { title: string }[] }
  const opened = incidents.filter(({ title }) => title.includes(sequence.shadow.salt))
  // The list has those that are not resolved.
  expect(opened).toEqual([])
})

test('the mock refuses a delivery whose source is revoked when half of it has arrived', async () => {
  const mock = await startedMock({ clock: new Date().toISOString() })
  const { sequence } = await judging(mock.url)
  expect(told(sequence).slice(1)).toEqual(['revokeAlertSource 204', 'receiveAlerts 401', 'listIncidents 200'])
})
