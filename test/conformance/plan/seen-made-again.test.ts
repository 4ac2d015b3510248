import { expect, test } from 'vitest'
import { DOMAIN_SCRIPTS } from '../../../src/conformance/areas/email/scripts/domains.ts'
import { IMAGE_SCRIPTS } from '../../../src/conformance/areas/registry/scripts/images.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { freedNames, newUnderOldName } from '../../../src/conformance/plan/names.ts'
import { scoped } from '../../../src/conformance/plan/scoped.ts'
import { throughTime } from '../../../src/conformance/plan/through-time.ts'
import type { Sent } from '../../../src/target/exchange.ts'
import { as, found } from '../../support/mistaken-target.ts'
import { sampled } from '../../support/sampled.ts'
import { type Case, calls, walksOf } from '../../support/seen-case.ts'

const isOutsider = ({ headers }: Sent): boolean => /outsider/.test(String(headers.authorization))
const isMaking = ({ method, path }: Sent, what: string): boolean => method === 'POST' && path.endsWith(`/${what}`)
const saidIn = ({ body }: Sent, field: string): string => String(Object(JSON.parse(body ?? '{}'))[field])
const taken = { error: 'taken' }

/** What comes of a name or a thing that was given up and is there again, of what was refused to somebody, and of what is left alone. */
const CASES: readonly Case[] = [
  {
    name: 'a name is free for everybody once its bearer has given it up and taken it again',
    mistake() {
      let made: unknown
      let isGone = false
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE' && received.status === 204) isGone = true
          if (isMaking(sent, 'domains') && received.status === 201) made = received.json
          const isFree = isGone && isOutsider(sent) && isMaking(sent, 'domains') && received.status === 409
          return isFree ? as(received, 201, { ...Object(made), id: `${Object(made).id}-b` }) : received
        },
      }
    },
    plan: (operations) => freedNames(operations, looksAmong(operations)),
    ids: ['createDomain', 'deleteDomain', 'listDomains'],
    seen: { operation: 'createDomain', severity: 'failure' },
  },
  {
    name: 'a name is held for ever because somebody else was refused it',
    mistake() {
      const held = new Set<string>()
      return {
        answered({ sent, received }) {
          if (!isMaking(sent, 'domains')) return received
          const name = saidIn(sent, 'name')
          if (received.status === 409 && isOutsider(sent)) held.add(name)
          return received.status === 201 && held.has(name) ? as(received, 409, taken) : received
        },
      }
    },
    plan: walksOf(DOMAIN_SCRIPTS, (walk) => walk.length === 6 && calls('createDomain', 'deleteDomain')(walk)),
    seen: { operation: 'createDomain', severity: 'failure' },
  },
  {
    name: 'a rule of a registry that is gone stands in the way of the next under its name',
    mistake() {
      const said = new Set<string>()
      let isGone = false
      return {
        answered({ sent, received }) {
          if (sent.method === 'DELETE' && received.status < 300) isGone = true
          if (!isMaking(sent, 'oidc-rules')) return received
          const isSaid = said.has(saidIn(sent, 'subjectPattern'))
          said.add(saidIn(sent, 'subjectPattern'))
          return isGone && isSaid && isOutsider(sent) ? as(received, 404, { error: 'no such registry' }) : received
        },
      }
    },
    plan: newUnderOldName,
    ids: ['createRegistry', 'deleteRegistry', 'createOidcRule', 'listOidcRules'],
    seen: { operation: 'createOidcRule', severity: 'failure' },
  },
  {
    name: 'what was set has an end of its own',
    mistake() {
      let looks = 0
      return {
        answered({ received }) {
          const isLook = Array.isArray(Object(received.json).upstreamCredentials)
          if (isLook) looks++
          return isLook && looks > 3 ? as(received, received.status, { upstreamCredentials: [] }) : received
        },
      }
    },
    plan: (operations) => throughTime(operations, looksAmong(operations)),
    ids: ['setUpstreamCredential', 'listUpstreamCredentials'],
    seen: { operation: 'listUpstreamCredentials', severity: 'failure' },
  },
  {
    name: 'a key is revoked by whoever was refused to do so',
    mistake: () => ({
      async besides({ sent, received }, client) {
        const isRefused = sent.method === 'DELETE' && received.status >= 400 && /\/keys\//.test(sent.path)
        const owner = { ...sent.headers, authorization: 'Bearer owner' }
        if (isRefused) await client.send({ ...sent, headers: owner })
      },
    }),
    plan: scoped,
    ids: ['createDomain', 'createSendKey', 'revokeSendKey'],
    seen: { code: 'door', severity: 'failure' },
  },
  {
    name: 'what goes soon after something else is counted for ever',
    mistake() {
      let [deleted, kept] = [0, 0]
      return {
        answered({ sent, received }) {
          if (isMaking(sent, 'registries')) [deleted, kept] = [0, 0]
          if (sent.method === 'DELETE' && sent.path.includes('/manifests') && ++deleted === 2) kept = 5000
          const { usedBytes } = Object(received.json)
          return typeof usedBytes === 'number'
            ? as(received, 200, { ...Object(received.json), usedBytes: usedBytes + kept })
            : received
        },
      }
    },
    plan: walksOf(IMAGE_SCRIPTS, (walk) => calls('deleteManifest', 'deleteRepository', 'getRegistry')(walk)),
    seen: { operation: 'getRegistry', code: 'usage', wrong: 'remains' },
  },
  {
    name: 'a count of nothing is none',
    mistake() {
      let shown = 0
      return {
        answered({ sent, received }) {
          const { usedBytes } = Object(received.json)
          if (isMaking(sent, 'registries')) shown = 0
          if (typeof usedBytes !== 'number') return received
          shown = usedBytes || shown
          return as(received, 200, { ...Object(received.json), usedBytes: shown })
        },
      }
    },
    plan: walksOf(IMAGE_SCRIPTS, (walk) => calls('deleteManifest', 'deleteRepository', 'getRegistry')(walk)),
    seen: { operation: 'getRegistry', code: 'usage', wrong: 'miscounted' },
  },
]

test.concurrent.each(sampled(CASES, 3))('$name', async ({ mistake, plan, ids = [], seen }) => {
  expect(await found(mistake(), plan, ids)).toEqual(expect.objectContaining(seen))
  expect(await found(undefined, plan, ids)).toBeUndefined()
})
