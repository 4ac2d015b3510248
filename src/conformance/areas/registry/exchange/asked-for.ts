import { isObject } from '../../../../contract/json.ts'
import { claimsOf, type IdTokenClaims } from '../../../../model/areas/registry/queries/exchange/id-token.ts'
import type { RegistryOidcRuleRow } from '../../../../model/areas/registry/state/index.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { liveRows, rowsOf } from '../../../shadow/rows.ts'
import { type Signer, signerOf } from '../../../step/id-token.ts'

/** An exchange that was asked for with a token of ours. */
export interface Exchange {
  readonly claims: IdTokenClaims
  readonly signer: Signer
  readonly registry: unknown
}

export function exchangeIn({ operation, request: { body } }: Answered): Exchange | undefined {
  if (operation.id !== 'exchangeOidcToken' || !isObject(body) || typeof body.token !== 'string') return undefined
  const [signer, claims] = [signerOf(body.token), claimsOf(body.token)]
  return signer && claims && { claims, signer, registry: body.registry }
}

/** True if the target has what it takes to believe the token: its issuer signed it, and was asked for its keys. */
export function isVerifiable(answered: Answered): boolean {
  const exchange = exchangeIn(answered)
  return exchange?.signer === 'issuer' && answered.issuersAsked?.has(exchange.claims.iss) === true
}

/**
 * A rule whose pattern is part of the subject, or the other way round, or the same but for its case. How a pattern is read is
 * open (Endpoints, Registries, 15): one that begins a subject may be meant to match it.
 */
export function nearlyFitting({ shadow }: Answered, { claims, registry }: Exchange): RegistryOidcRuleRow | undefined {
  const near = rulesOf(shadow, registry).filter(({ issuer, audience, subjectPattern }) => {
    const [pattern, sub] = [subjectPattern.toLowerCase(), claims.sub.toLowerCase()]
    const isPart = sub.includes(pattern) || pattern.includes(sub)
    return issuer === claims.iss && claims.aud.includes(audience) && isPart
  })
  return near.some(({ subjectPattern }) => subjectPattern === claims.sub) ? undefined : near[0]
}

function rulesOf({ world }: Answered['shadow'], registry: unknown): readonly RegistryOidcRuleRow[] {
  const org = rowsOf(world, 'Registry').find(({ slug }) => slug === registry)?.org
  return org === undefined ? [] : liveRows(world, 'RegistryOidcRule', org).filter((rule) => rule.registry === registry)
}
