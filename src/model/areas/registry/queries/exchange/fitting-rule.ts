import type { Statement } from '../../../../rules/rule.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { RegistryOidcRuleRow, RegistryRow } from '../../state/index.ts'
import { audienceMatched, issuerMatched, subjectMatched } from '../../statements/exchange.ts'
import type { IdTokenClaims } from './id-token.ts'
import { subjectFits } from './subject-pattern.ts'

/** The access rule of a registry by which a token is exchanged, if any fits it. */
export function fittingRule(
  reader: Reader,
  { org, slug }: RegistryRow,
  claims: IdTokenClaims,
): RegistryOidcRuleRow | undefined {
  const fitting = [...reader.oldest('RegistryOidcRule', 'parent', org, slug)].filter((rule) =>
    fits(reader, rule, claims),
  )
  if (fitting.length < 2) return fitting[0]
  switch (reader.gap('registry.exchange-several-rules')) {
    case 'oldest':
      return fitting[0]
    case 'newest':
      return fitting.at(-1)
    case 'widest':
      return fitting.find(({ mode }) => mode === 'readwrite') ?? fitting[0]
  }
}

function fits(reader: Reader, rule: RegistryOidcRuleRow, { iss, aud, sub }: IdTokenClaims): boolean {
  if (rule.issuer !== iss) return fails(reader, issuerMatched)
  if (!audienceFits(reader, rule, aud)) return fails(reader, audienceMatched)
  const language = reader.gap('registry.subject-pattern-language')
  return subjectFits(rule.subjectPattern, sub, language) || fails(reader, subjectMatched)
}

function fails(reader: Reader, statement: Statement): false {
  reader.cite(statement)
  return false
}

function audienceFits(reader: Reader, { audience }: RegistryOidcRuleRow, audiences: readonly string[]): boolean {
  if (!audiences.includes(audience)) return false
  return audiences.length === 1 || reader.gap('registry.exchange-audience') === 'any-of'
}
