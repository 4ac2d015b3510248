import { sameJson } from '../../../../../contract/json.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { RegistryOidcRuleRow, RegistryRow } from '../../state/index.ts'

type Trusted = Pick<RegistryOidcRuleRow, 'issuer' | 'audience' | 'subjectPattern'>

interface AskedRule extends Trusted, Pick<RegistryOidcRuleRow, 'mode'> {
  readonly name?: string
  readonly repoPrefixes?: readonly string[]
}

/** The rules of a registry for the same issuer, audience and subject pattern. */
export const rulesFor = (
  reader: Reader,
  { org, slug }: Pick<RegistryRow, 'org' | 'slug'>,
  { issuer, audience, subjectPattern }: Trusted,
): RegistryOidcRuleRow[] =>
  [...reader.oldest('RegistryOidcRule', 'parent', org, slug)].filter(
    (row) => row.issuer === issuer && row.audience === audience && row.subjectPattern === subjectPattern,
  )

/** True if a rule is all that was asked for; what was not given does not matter. */
export const isJustAsAsked = (row: RegistryOidcRuleRow, { name, mode, repoPrefixes }: AskedRule): boolean =>
  row.mode === mode &&
  (name === undefined || row.name === name) &&
  (repoPrefixes === undefined ? row.reach === undefined : sameJson(row.repoPrefixes, repoPrefixes))
