import { expect, test } from 'vitest'
import { sendAside, toSend } from '../../../src/conformance/session/to-send.ts'
import { plainRequest } from '../../../src/conformance/step/plain-request.ts'
import type { RequestStep } from '../../../src/conformance/step/step.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE, type Profile } from '../../../src/contract/profile.ts'
import type { Client } from '../../../src/target/client.ts'

const ORG = { role: 'owner', organization: 'acme' } as const

function headersOf(actors: Profile['actors'], gaps: Profile['gaps'] = {}, operation = 'listTokens') {
  const contract = loadContract(source, { ...EMPTY_PROFILE, actors, gaps, bindings: { sendMessage: {} } })
  const step: RequestStep = {
    ...{ kind: 'request', operation, actor: 'owner', parameters: {}, query: {}, body: undefined, intent: 'plain' },
    bearer: 'minted',
  }
  const { accept: _, ...headers } = toSend(contract, step).headers
  return headers
}

test('a token made on the way travels as the credentials of the target do', () => {
  const bearer = { owner: { ...ORG, headers: { authorization: 'Bearer mine' } } }
  const key = { owner: { ...ORG, headers: { 'X-Api-Key': 'mine' } } }
  const session = { owner: { ...ORG, headers: { cookie: 'session=mine', 'x-organization': 'acme' } } }
  expect(headersOf(bearer)).toEqual({ authorization: 'Bearer minted' })
  expect(headersOf(key)).toEqual({ 'x-api-key': 'minted' })
  const transport = { 'general.credential-transport': { header: 'X-Token', scheme: 'Token' } }
  expect(headersOf(session, transport)).toEqual({ 'x-token': 'Token minted', 'x-organization': 'acme' })
})

test('a door beside the API has its own way', () => {
  const key = { owner: { ...ORG, headers: { 'X-Api-Key': 'mine' } } }
  expect(headersOf(key, {}, 'sendMessage')).toMatchObject({ authorization: 'Bearer minted' })
})

test('what is sent beside the steps is sent again when the target asks to wait', async () => {
  const statuses = [429, 429, 204]
  let sends = 0
  const client: Client = {
    async send(sent) {
      const status = statuses[sends++] ?? 500
      const received = { status, headers: { 'retry-after': '0' }, text: '', json: undefined, dateMs: undefined }
      return { answered: true, sent, received }
    },
    close: async () => undefined,
  }
  const contract = loadContract(source, { ...EMPTY_PROFILE, actors: { owner: { ...ORG, headers: {} } } })
  const step = plainRequest({ operation: 'deleteSchedule', parameters: { id: 's1' } }, 'owner')
  expect(await sendAside({ client, contract }, step)).toMatchObject({ received: { status: 204 } })
  expect(sends).toBe(3)
})
