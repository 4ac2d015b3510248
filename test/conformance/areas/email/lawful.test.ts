import { expect, test } from 'vitest'
import { DOMAIN_SCRIPTS } from '../../../../src/conformance/areas/email/scripts/domains.ts'
import { MESSAGE_LOG_SCRIPTS } from '../../../../src/conformance/areas/email/scripts/message-log.ts'
import { lifted } from '../../../../src/conformance/plan/lifted.ts'
import { call, looksAmong } from '../../../../src/conformance/plan/looks.ts'
import { isObject } from '../../../../src/contract/json.ts'
import type { Sent } from '../../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

/** Targets that choose otherwise where the contract is silent, and the same gone too far. */

const keys: Plan = (_, all) => {
  const [create, list] = [all.get('createSendKey'), all.get('listSendKeys')]
  const forAll = create && {
    ...call(create),
    body: (_drawing: unknown, { domainIds: _, ...plain }: Readonly<Record<string, unknown>>) => plain,
  }
  return forAll && list ? [[forAll, call(list)]] : []
}

const marked = (mark: string): Mistake => ({
  answered: ({ received }) => as(received, received.status, withMark(received.json, mark)),
})

function withMark(json: unknown, mark: string): unknown {
  if (Array.isArray(json)) return json.map((item) => withMark(item, mark))
  if (!isObject(json)) return json
  const shown = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withMark(value, mark)]))
  return Array.isArray(json.domainIds) && json.domainIds.length === 0 ? { ...shown, domainIds: [mark] } : shown
}

test.concurrent('a key for the whole organization may show a mark instead of domains', async () => {
  expect(await found(marked('*'), keys, [])).toBeUndefined()
})

/** A log whose filters apply to pages: what they let through may be on the next page. */
function emptyFirst(isKept: boolean): Mistake {
  const isFirst = (path: string) => path.includes('/email/messages?') && !path.includes('cursor=')
  return {
    asked: (sent) => ({ ...sent, path: sent.path.replace(/[?&]cursor=next/, '') }),
    answered: ({ sent, received }) => {
      if (isFirst(sent.path)) return as(received, received.status, { messages: [], cursor: 'next' })
      return isKept || !sent.path.includes('cursor=next') ? received : as(received, received.status, { messages: [] })
    },
  }
}

const filtered: Plan = (_, all) =>
  MESSAGE_LOG_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(
    (walk) => walk.length < 20 && walk.some((goal) => goal.kind === 'call' && goal.operation.id === 'listMessages'),
  )

test.concurrent('a page that filters leave empty may lead on', async () => {
  expect(await found(emptyFirst(true), filtered, [])).toBeUndefined()
})

test.concurrent('to a page with what they let through', async () => {
  const toTheEnd: Plan = (_, all) =>
    MESSAGE_LOG_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(({ length }) => length > 60)
  expect(await found(emptyFirst(false), toTheEnd, [])).toMatchObject({ operation: 'listMessages', code: 'pages-lack' })
})

/** A mail provider that does not forget a domain. */
function slowProvider(): Mistake {
  const claimed = new Set<string>()
  const nameIn = ({ method, path, body }: Sent): string | undefined =>
    method === 'POST' && path.endsWith('/email/domains') ? JSON.parse(body ?? '{}').name : undefined
  return {
    // What is refused here must not be made there.
    asked: (sent) => (claimed.has(nameIn(sent) ?? '') ? { ...sent, body: '{}' } : sent),
    answered({ sent, received }) {
      const name = nameIn(sent)
      if (name === undefined) return received
      if (claimed.has(name)) return as(received, 409, { error: 'this domain is already claimed' })
      claimed.add(name)
      return received
    },
  }
}

const DOMAINS = ['createDomain', 'deleteDomain', 'getDomain', 'listDomains']

test.concurrent('the name of a deleted domain need not be free at once', async () => {
  expect(
    await found(slowProvider(), (operations) => lifted(operations, looksAmong(operations)), DOMAINS),
  ).toBeUndefined()
})

test.concurrent('but it is some time later', async () => {
  const walks: Plan = (_, all) => DOMAIN_SCRIPTS.slice(0, 1).flatMap(({ walks: own }) => own(all) ?? [])
  expect(await found(slowProvider(), walks, [])).toMatchObject({ operation: 'createDomain', severity: 'failure' })
})

/** A target whose mail waits in a queue: the first looks at a message do not tell that it was sent. */
function queueing(looks: number): Mistake {
  let left = looks
  return {
    answered({ received }) {
      const { json } = received
      if (!isObject(json) || !Array.isArray(json.events) || left === 0) return received
      left -= 1
      return as(received, received.status, { ...json, events: [] })
    },
  }
}

const oneMessage: Plan = (_, all) =>
  MESSAGE_LOG_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter(
    (walk) => walk.length < 6 && walk.some((goal) => goal.kind === 'call' && goal.operation.id === 'getMessage'),
  )

test.concurrent('mail may wait a moment before it goes out, and not for ever', async () => {
  expect(await found(queueing(2), oneMessage, [])).toBeUndefined()
  expect(await found(queueing(Number.POSITIVE_INFINITY), oneMessage, [])).toMatchObject({ operation: 'getMessage' })
})
