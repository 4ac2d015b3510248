import type { SandboxStep } from './sandbox-exchange.ts'

/** Names in headers the rules and gaps that decided an answer, its journal entry, and the version where the gap wants it. */
export const nameReasons: SandboxStep = (exchange, next) => {
  const answer = next(exchange)
  const { holder, contract } = exchange.sandbox
  const { rules, gaps, entry } = answer.why
  const versionHeader = holder.gaps.value('general.version-header')
  const headers: Record<string, string> = { ...answer.headers }
  if (rules.length > 0) headers['X-Understudy-Rules'] = ruleList(rules)
  if (gaps.length > 0) headers['X-Understudy-Gaps'] = gapList(gaps)
  if (entry !== undefined) headers['X-Understudy-Entry'] = String(entry)
  if (versionHeader !== null) headers[versionHeader] = String(contract.api.info.version)
  return { ...answer, headers }
}

/** The names as one text. One answer after the other is due to the same ones, in the same list. */
function listing(): (names: readonly string[]) => string {
  let latest: { readonly names: readonly string[]; readonly text: string } | undefined
  return (names) => {
    if (latest?.names !== names) latest = { names, text: names.join(', ') }
    return latest.text
  }
}
const [ruleList, gapList] = [listing(), listing()]
