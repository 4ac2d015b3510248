import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { FAULTS } from '../../examples/candidate/faults.mjs'
import { startCandidate } from '../../examples/candidate/server.mjs'
import { failureScenario, LEFTOVERS, UNTOLD } from '../../src/conformance/failure/failure-scenario.ts'
import { verify } from '../../src/conformance/verify.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/profile/read-profile.ts'
import { readScenario } from '../../src/scenario/reading/read-scenario.ts'
import { openForReplay } from '../../src/scenario/replay/open-for-replay.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import { ROOT } from '../support/command.ts'
import { FULL } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'

/** One fault for each way in which a failure shows, and the check that sees it. */
const SHOWN: Readonly<Record<string, string>> = {
  'acknowledge-revives-resolved': 'machine',
  'acknowledge-time-missing': 'machine',
  'firing-count-as-string': 'schema',
  'bare-401': 'schema',
  // Tokens cannot be deleted: those of earlier sequences show it as well, and are not there on a target started anew.
  'token-expiry-null': 'schema',
  'source-token-in-list': 'secret',
  'incidents-oldest-first': 'body',
  'token-list-shows-others': 'body',
  // A service without monitors cannot be deleted, because they are still counted.
  'monitor-count-stale': 'accepted',
  'steps-sorted': 'body',
  'override-flag-false': 'rotation',
  'targeted-schedule-deleted': 'refusal',
  'revoked-source-works': 'refusal',
  'detached-still-pages': 'outside',
}
const taken = sampled(Object.keys(SHOWN), 3)
const chosen = FAULTS.filter(({ name }) => FULL || taken.includes(name))

test.each(chosen)(
  '$name, saved as a scenario, fails on the target started anew and passes on what keeps the rule',
  async ({ name, area, variants }) => {
    const variant = variants[0] ?? 'a'
    const profile = join(ROOT, `examples/candidate/profile-${variant}.yaml`)
    const faulty = await startCandidate({ variant, faults: [name] })
    const anew = await startCandidate({ variant, faults: [name] })
    const clean = await startCandidate({ variant, faults: [] })
    try {
      const { contract, result } = await verify({
        url: faulty.url,
        profile,
        areas: [area],
        seed: 11,
        bail: true,
        maxRequests: 3000,
      })
      const [failure] = result.failures
      if (!failure && FULL) return
      if (!failure) throw new Error('nothing was found')
      if (SHOWN[name]) expect(failure.finding.check).toBe(SHOWN[name])
      const saved = failureScenario(contract, failure)
      const scenario = readScenario(contract, { text: stringify(saved), file: `${name}.arazzo.yaml` })
      const outcomes: string[] = []
      for (const { url } of [anew, clean]) {
        const { target, close } = await openForReplay({ url, profile })
        outcomes.push((await replay(scenario, target)).outcome)
        await close()
      }
      // Where Arazzo has no words for it, or a target started anew cannot show it, the scenario says so.
      const telling = ![UNTOLD, LEFTOVERS].some((caveat) => saved.info.description?.includes(caveat))
      if (SHOWN[name]) expect(telling).toBe(true)
      expect(outcomes).toEqual(telling ? ['failed', 'passed'] : [expect.any(String), 'passed'])
    } finally {
      for (const one of [faulty, anew, clean]) await one.close()
    }
  },
)

/** What stands before a target and answers some requests itself, its own way. */
async function before(url: string, answers: (body: string, response: ServerResponse) => boolean) {
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    if (answers(body, response)) return
    const { method = 'GET', headers } = request
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...others } = headers
    const answer = await fetch(`${url}${request.url}`, {
      method,
      headers: others as Record<string, string>,
      ...(body !== '' && { body }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text || '{}')
    return true
  } catch {
    return false
  }
}

const AT_THE_DOOR: Readonly<Record<string, (body: string, response: ServerResponse) => boolean>> = {
  'a body that is no JSON is refused in plain text': (body, response) => {
    if (!isJson(body)) response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
    return !isJson(body)
  },
  'a token that is to expire is too much': (body, response) => {
    const isTooMuch = isJson(body) && body.includes('"expiresIn"')
    if (isTooMuch) response.socket?.destroy()
    return isTooMuch
  },
}

test.each(Object.entries(AT_THE_DOOR))(
  '%s: saved as a scenario it tells the faulty from the clean',
  async (_, answers) => {
    const profile = join(ROOT, 'examples/candidate/profile-a.yaml')
    const clean = await startCandidate({ variant: 'a', faults: [] })
    const faulty = await before(clean.url, answers)
    try {
      const run = { url: faulty.url, profile, areas: ['tokens'], seed: 11, bail: true, maxRequests: 1000 }
      const { contract, result } = await verify(run)
      const [failure] = result.failures
      if (!failure) throw new Error('nothing was found')
      expect(failure.finding.rules).toEqual(['GEN-01'])
      const text = stringify(failureScenario(contract, failure))
      const scenario = readScenario(contract, { text, file: 'failure.arazzo.yaml' })
      const outcomes: string[] = []
      for (const { url } of [faulty, clean]) {
        const { target, close } = await openForReplay({ url, profile })
        outcomes.push((await replay(scenario, target)).outcome)
        await close()
      }
      expect(outcomes, text).toEqual(['failed', 'passed'])
    } finally {
      faulty.close()
      await clean.close()
    }
  },
)

test('what the judge saw at its own receiver is left out, and the scenario says so', () => {
  const file = join(ROOT, 'examples/candidate/profile-a.yaml')
  const contract = loadContract(
    source,
    readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} }),
  )
  const call = { kind: 'request', operation: 'createWebhook', actor: 'owner', parameters: {}, query: {} } as const
  const steps = [
    { ...call, body: { url: 'http://127.0.0.1:9/⟪salt⟫', eventTypes: ['sent'] }, intent: 'plain' },
    {
      kind: 'event',
      event: 'webhookReceived',
      actor: 'owner',
      body: { endpointId: '⟪0#/webhook/id⟫', mark: '⟪salt⟫' },
    },
  ] as const
  const finding = {
    severity: 'failure',
    check: 'webhook-signature',
    operation: 'webhookReceived',
    rules: ['email.rotation-replaces'],
    code: 'old-secret',
  } as const
  const sequence = { steps, trace: [], finding, lost: undefined, salt: 'x1' } as never
  const saved = failureScenario(contract, { sequence, finding, how: 'reduced' })
  expect(saved.workflows[0]?.steps.map(({ operationId }) => operationId)).toEqual([
    '$sourceDescriptions.api.createWebhook',
  ])
  expect(saved.info.description).toContain("the judge's own webhook receiver is not part of this scenario")
  expect(readScenario(contract, { text: stringify(saved), file: 'saved' }).steps).toHaveLength(1)
})
