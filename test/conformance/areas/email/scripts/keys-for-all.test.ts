import { expect, onTestFinished, test } from 'vitest'
import { SENDING_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/sending.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import { type Driver, EventRefused } from '../../../../../src/target/driver.ts'
import { openWalking } from '../../../../support/walking.ts'

const places = (walk: Walk, id: string): number[] =>
  walk.flatMap((goal, place) => (goal.kind === 'call' && goal.operation.id === id ? [place] : []))
/** A key, a domain after it, and mail from that. */
const isMeant = (walk: Walk): boolean => {
  const [key = Number.POSITIVE_INFINITY] = places(walk, 'createSendKey')
  return places(walk, 'createDomain').some((place) => place > key) && places(walk, 'getEmailSettings').length > 0
}

/** A key sends for the domains that there were when it was made: here for the first. */
function knowingTheFirst(own: Driver): Driver {
  let first: unknown
  return {
    ...own,
    cause: async (event, body) => {
      const { domain, from, sendKeyId } = Object(body)
      if (event === 'dnsRecordPublished') first ??= domain
      if (event === 'messageSent' && sendKeyId !== undefined && !String(from).endsWith(`@${first}`))
        throw new EventRefused(409, 'not a domain of this key')
      return own.cause(event, body)
    },
  }
}

/** A key sends only for the domain that it has sent for first. */
function boundByItsFirstUse(own: Driver): Driver {
  const bound = new Map<unknown, string>()
  return {
    ...own,
    cause: async (event, body) => {
      const { from, sendKeyId } = Object(body)
      if (event !== 'messageSent' || sendKeyId === undefined) return own.cause(event, body)
      const domain = String(from).replace(/.*@/, '')
      if ((bound.get(sendKeyId) ?? domain) !== domain) throw new EventRefused(409, 'not a domain of this key')
      bound.set(sendKeyId, domain)
      return own.cause(event, body)
    },
  }
}

async function found(drivenBy: (driver: Driver) => Driver) {
  const walking = await openWalking({ drivenBy })
  onTestFinished(() => walking.close())
  const walks = SENDING_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(isMeant)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding)
  return findings
}

test('a key without domains is for those too that come later', async () => {
  expect(await found((driver) => driver)).toEqual([undefined, undefined])
  expect((await found(knowingTheFirst))[0]).toMatchObject({ operation: 'messageSent', severity: 'failure' })
})

test('a key that is bound by its first use is seen', async () => {
  const [, usedForBoth] = await found(boundByItsFirstUse)
  expect(usedForBoth).toMatchObject({ operation: 'messageSent', severity: 'failure' })
})
