import { expect, test } from 'vitest'
import { EXCHANGE_SCRIPTS } from '../../../../../src/conformance/areas/registry/scripts/token-exchange.ts'
import type { Finding } from '../../../../../src/conformance/finding/finding.ts'
import { startReceiver } from '../../../../../src/conformance/session/receiver.ts'
import { isObject } from '../../../../../src/contract/json.ts'
import type { Client } from '../../../../../src/target/client.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import type { Sent } from '../../../../../src/target/exchange.ts'
import { as } from '../../../../support/mistaken-target.ts'
import { sampled } from '../../../../support/sampled.ts'
import { openWalking } from '../../../../support/walking.ts'

type Claims = Readonly<Record<string, unknown>>

interface Asked {
  readonly token: string
  readonly claims: Claims
}

/** A target whose exchange looks at signatures, and whose mistake is to see other claims, or to refuse too much. */
interface Target {
  /** The status for tokens that it does not believe. */
  readonly unbelieved?: number
  /** It fetches the keys of an issuer; otherwise it believes nobody. */
  readonly fetches?: boolean
  readonly believes?: (asked: Asked) => boolean
  /** By what was asked before, and by the claims that there are rules for. */
  readonly reads?: (asked: Asked, before: readonly Asked[], rules: readonly Claims[]) => Claims
  /** Its data plane goes on with a key that it has accepted once. */
  readonly keepsAccepting?: true
  /** Rules that it refuses to make. */
  readonly distrusts?: (issuer: string) => boolean
}

const CLAIMS = (token: string): Claims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const isSigned = (token: string) => !token.endsWith('.')

const bodyOf = ({ body = '' }: Sent): Readonly<Record<string, unknown>> => Object(body === '' ? {} : JSON.parse(body))

function exchanging(target: Target) {
  const [before, rules]: [Asked[], Claims[]] = [[], []]
  return (client: Client): Client => ({
    ...client,
    async send(sent) {
      const { registry, token, issuer, audience, subjectPattern } = bodyOf(sent)
      const refused = async (status: number) => {
        const exchange = await client.send({ ...sent, body: '{}' })
        return exchange.answered ? { ...exchange, received: as(exchange.received, status, { error: 'no' }) } : exchange
      }
      if (sent.path.endsWith('/oidc') && target.distrusts?.(String(issuer))) return refused(400)
      if (subjectPattern !== undefined) rules.push({ iss: issuer, aud: audience, sub: subjectPattern })
      if (!sent.path.endsWith('/exchange') || typeof token !== 'string' || !token.includes('.'))
        return client.send(sent)
      const asked = { token, claims: CLAIMS(token) }
      if (target.fetches) await fetch(`${asked.claims.iss}/.well-known/jwks.json`).catch(() => undefined)
      const believes = target.believes ?? (() => isSigned(token) && target.fetches === true)
      if (!believes(asked)) return refused(target.unbelieved ?? 401)
      const read = target.reads?.(asked, before, rules) ?? asked.claims
      before.push(asked)
      const seen = `e30.${Buffer.from(JSON.stringify(read)).toString('base64url')}.`
      return client.send({ ...sent, body: JSON.stringify({ registry, token: seen }) })
    },
  })
}

function keepingOn(own: Driver): Driver {
  const accepted = new Set<unknown>()
  return {
    ...own,
    async cause(event, body) {
      const answer = await own.cause(event, body)
      if (event !== 'credentialUsed' || !isObject(body) || !isObject(answer)) return answer
      if (answer.accepted === true) accepted.add(body.id)
      return { ...answer, accepted: accepted.has(body.id) }
    },
  }
}

async function judged(target: Target): Promise<{ findings: Finding[]; inconclusive: string[]; traded: number }> {
  const receiver = await startReceiver()
  const walking = await openWalking({
    gaps: { 'registry.issuer-without-keys': 'believe', 'registry.oidc-issuer-schemes': ['https', 'http'] },
    receiver,
    between: exchanging(target),
    ...(target.keepsAccepting && { drivenBy: keepingOn }),
  })
  try {
    const all = new Map([...walking.contract.operations, ...walking.contract.doors])
    const findings: Finding[] = []
    for (const walk of EXCHANGE_SCRIPTS.flatMap(({ walks }) => walks(all) ?? [])) {
      const { finding } = await walking.walk(walk)
      if (finding) findings.push(finding)
    }
    const { statuses, inconclusive } = walking.session.coverage
    return {
      findings,
      inconclusive: [...inconclusive.keys()],
      traded: [...(statuses.get('exchangeOidcToken') ?? [])].reduce(
        (sum, [status, n]) => sum + (status < 300 ? n : 0),
        0,
      ),
    }
  } finally {
    await walking.close()
    await receiver.close()
  }
}

const severities = ({ findings }: { findings: readonly Finding[] }) => [
  ...new Set(findings.map(({ severity }) => severity)),
]

test.concurrent('tokens that the judge signs are traded, and nothing is wrong with a target that checks them', async () => {
  const right = await judged({ fetches: true, believes: ({ token }) => isSigned(token) })
  expect(right.traded).toBeGreaterThan(8)
  // Without any key it cannot tell a stranger's signature: only that is warned of.
  expect(right.findings.map(({ severity, check }) => [severity, check])).toEqual([['warning', 'ID tokens']])
})

test.concurrent.each(sampled([400, 401, 403, 404, 422], 3))(
  'a target that trusts none of our tokens is not wrong: %i',
  async (unbelieved) => {
    const { findings, inconclusive, traded } = await judged({ unbelieved })
    expect([findings, traded]).toEqual([[], 0])
    expect(inconclusive.join()).toContain('without asking its issuer for keys')
  },
)

test.concurrent('nor is one that takes no rule for an issuer like ours', async () => {
  const { findings, traded } = await judged({ distrusts: (issuer) => issuer.startsWith('http:') })
  expect([findings, traded]).toEqual([[], 0])
})

test.concurrent('a target that has asked for the keys and refuses what they signed is wrong', async () => {
  const second: Target = { fetches: true, believes: ({ claims }) => !String(claims.sub).includes('walking3') }
  expect(severities(await judged(second))).toContain('failure')
})

test.concurrent('a claim that is not looked at is seen, whichever it is', async () => {
  for (const claim of sampled(['iss', 'aud', 'sub'], 3)) {
    const reads: Target['reads'] = ({ claims }, before) => {
      // As if every value would do, it reads that of the token which was good before.
      const good = before.findLast((one) => one.claims[claim] !== claims[claim])?.claims
      return good && before.at(-1)?.claims !== claims ? { ...claims, [claim]: good[claim] } : claims
    }
    expect(severities(await judged({ fetches: true, reads })), claim).toContain('failure')
  }
})

test.concurrent('a subject of which the pattern is the beginning is only warned of: how a pattern is read is open', async () => {
  const reads: Target['reads'] = ({ claims }) =>
    isObject(claims) ? { ...claims, sub: String(claims.sub).replace(/-fork$/, '') } : claims
  const { findings } = await judged({ fetches: true, reads, believes: ({ token }) => isSigned(token) })
  expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'warning'])
})

test.concurrent('an exchange that takes every subject but the right one is seen', async () => {
  const { findings } = await judged({
    // As it takes nobody in whom it asks for keys, nothing is ever traded as it should be.
    believes: ({ token, claims }) => isSigned(token) && claims.sub === 'another',
    reads: ({ claims }, _, rules) => ({ ...claims, sub: rules.find(({ iss }) => iss === claims.iss)?.sub }),
  })
  expect(severities({ findings })).toContain('failure')
})

test.concurrent('an exchange that compares only a single audience is seen', async () => {
  const right = new Map<unknown, unknown>()
  const { findings } = await judged({
    fetches: true,
    reads: ({ claims }) => {
      if (typeof claims.aud !== 'string') return { ...claims, aud: right.get(claims.iss) }
      if (!right.has(claims.iss)) right.set(claims.iss, claims.aud)
      return claims
    },
  })
  expect(findings.map(({ operation }) => operation)).toContain('exchangeOidcToken')
})

test.concurrent.each(sampled(['iss', 'aud', 'sub'], 3))(
  'two rules that say the same of %s are not mixed',
  async (alike) => {
    const mixing: Target['reads'] = ({ claims }, _, rules) => {
      const some = rules.filter((rule) => rule[alike] === claims[alike])
      const isSaid = Object.keys(some[0] ?? {}).every((claim) => some.some((rule) => rule[claim] === claims[claim]))
      return isSaid ? { ...claims, ...some[0] } : claims
    }
    const { findings } = await judged({ fetches: true, reads: mixing, believes: ({ token }) => isSigned(token) })
    expect(findings.map(({ rules }) => rules?.[0])).toContain('registry.exchange-no-rule')
  },
)

const CONTAINING = [
  ['audience', 'aud'],
  ['issuer', 'iss'],
] as const

test.concurrent.each(sampled(CONTAINING, 2))(
  'an %s that only contains the one of a rule is another one',
  async (_, claim) => {
    const containing: Target['reads'] = ({ claims }, _before, rules) => {
      const part = rules.find((rule) => String(claims[claim]).includes(String(rule[claim])))
      return typeof claims[claim] === 'string' && part ? { ...claims, [claim]: part[claim] } : claims
    }
    expect(severities(await judged({ fetches: true, reads: containing }))).toContain('failure')
  },
)

test.concurrent('a traded key that still works when it was revoked is seen', async () => {
  const { findings } = await judged({ fetches: true, keepsAccepting: true })
  expect(findings.filter(({ severity }) => severity === 'failure')).toMatchObject([{ operation: 'credentialUsed' }])
})
