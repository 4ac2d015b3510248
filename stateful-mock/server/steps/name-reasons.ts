import type { SandboxStep } from './sandbox-exchange.ts'

/** Names in headers the rules and gaps that decided an answer, its journal entry, and the version where the gap wants it. */
export const nameReasons: SandboxStep = (exchange, next) => {
  const answer = next(exchange)
  const { holder, contract } = exchange.sandbox
  const { rules, gaps, entry } = answer.why
  const versionHeader = holder.gaps.value('general.version-header')
  const headers: Record<string, string> = { ...answer.headers }
  if (rules.length > 0) headers['X-Understudy-Rules'] = rules.join(', ')
  if (gaps.length > 0) headers['X-Understudy-Gaps'] = gaps.join(', ')
  if (entry !== undefined) headers['X-Understudy-Entry'] = String(entry)
  if (versionHeader !== null) headers[versionHeader] = String(contract.api.info.version)
  return { ...answer, headers }
}
