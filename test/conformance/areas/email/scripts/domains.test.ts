import { expect, test } from 'vitest'
import { DOMAIN_SCRIPTS } from '../../../../../src/conformance/areas/email/scripts/domains.ts'
import { as, found, type Mistake } from '../../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../../support/seen-case.ts'

const RECEIVED = {
  ...{ id: 'm', direction: 'receive', state: 'received', from: 'a@elsewhere.example', to: ['b@ours.example'] },
  ...{ sizeBytes: 1, domainId: 'd', createdAt: '2026-01-01T00:00:00Z', stateAt: '2026-01-01T00:00:00Z' },
}

/** One message is not held to the domains of whoever asks. */
const openInbox: Mistake = {
  answered({ sent, received }) {
    const [, id = ''] = /messages\/([^/?]+)$/.exec(sent.path) ?? []
    return received.status === 403 && id !== ''
      ? as(received, 200, { message: { ...RECEIVED, id }, events: [] })
      : received
  },
}

const isAboutReceived = calls('createRoute', 'getMessage', 'listMessages')

test.concurrent('received mail is for those who may see its domain, too', async () => {
  const walks = walksOf(DOMAIN_SCRIPTS, isAboutReceived)
  expect(await found(undefined, walks, [])).toBeUndefined()
  expect(await found(openInbox, walks, [])).toMatchObject({ operation: 'getMessage', rule: 'email.outside-grant' })
})

/** The record for receiving is called one for sending. */
const misnamed: Mistake = {
  answered({ received }) {
    const { dnsRecords } = Object(received.json) as { dnsRecords?: readonly object[] }
    if (!dnsRecords) return received
    const shown = dnsRecords.map((record) => ({ ...record, capability: 'send' }))
    return as(received, received.status, { ...Object(received.json), dnsRecords: shown })
  },
}

test.concurrent('an MX record for bounces is none for receiving', async () => {
  const arming = walksOf(DOMAIN_SCRIPTS, calls('createDomain', 'armDomainReceiving', 'getDomainDns'))
  expect(await found(undefined, arming, [])).toBeUndefined()
  expect(await found(misnamed, arming, [])).toMatchObject({ code: 'no-receive-record' })
})

/** Whatever stands below a domain goes with it. */
function takingThoseBelow(): Mistake {
  const names = new Map<string, string>()
  return {
    async besides({ sent, received }, client) {
      const { id, name } = Object(received.json)
      if (sent.method === 'POST' && sent.path.endsWith('/domains')) names.set(`${sent.path}/${id}`, name)
      const upper = sent.method === 'DELETE' ? names.get(sent.path) : undefined
      for (const [path, lower] of upper === undefined ? [] : names)
        if (lower.endsWith(`.${upper}`)) await client.send({ ...sent, path })
    },
  }
}

test.concurrent('a domain goes alone', async () => {
  const walks = walksOf(DOMAIN_SCRIPTS, (walk) => calls('deleteDomain', 'listDomains')(walk) && walk.length === 4)
  expect(await found(undefined, walks, [])).toBeUndefined()
  expect(await found(takingThoseBelow(), walks, [])).toMatchObject({ operation: 'listDomains', code: 'lacks' })
})
