import { Command, Option } from 'commander'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { RULES } from '../../src/model/model.ts'
import type { Rule } from '../../src/model/rules/rule.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { paint, print, printJson, table } from '../terminal/output.ts'

export function rulesCommand(): Command {
  const command = new Command('rules')
    .description('list the rules with their wording, or show one with its source in the contract')
    .argument('[prefix]', 'only ids with this prefix, for example oncall')
    .addOption(new Option('--provenance <kind>', 'only these').choices(['stated', 'implied', 'assumed']))
    .option('--json', 'print as JSON')
    .action((prefix = '', { provenance, json }: { provenance?: string; json?: boolean }) => {
      const shown = startingWith(prefix).filter(({ provenance: own }) => !provenance || own === provenance)
      if (json) printJson(shown.map(summary))
      else print(shown.length === 1 ? detail(shown[0] as Rule) : listing(shown))
    })
  return examples(command, [
    'understudy spec rules oncall',
    'understudy spec rules tokens.key-once',
    'understudy spec rules --provenance stated --json',
  ])
}

function startingWith(prefix: string): Rule[] {
  const exact = RULES.filter(({ id }) => id === prefix)
  const shown = exact.length > 0 ? exact : RULES.filter(({ id }) => id.startsWith(prefix))
  if (shown.length > 0) return shown
  const known = RULES.map(({ id }) => id)
  const areas = new Set(known.map((id) => id.split('.')[0] ?? ''))
  throw new UsageError(`No rule starts with ${prefix}${didYouMean(prefix, [...known, ...areas])}.`)
}

function summary(rule: Rule) {
  const { id, says, checklist, where, provenance, kind } = rule
  return {
    id,
    kind,
    says,
    checklist,
    where,
    provenance,
    ...(rule.kind === 'refusal' && { status: rule.status, on: rule.on }),
  }
}

function listing(rules: readonly Rule[]): string {
  const rows = rules.map((rule) => [
    rule.id,
    rule.provenance,
    rule.kind === 'refusal' ? String(rule.status) : '',
    rule.says,
  ])
  const stated = rules.filter(({ provenance }) => provenance === 'stated').length
  return `${table(rows)}\n\n${paint('dim', `${rules.length} rules, ${stated} of them stated`)}`
}

/** In full also on a narrow terminal, which wraps it: a table would cut the source off. */
function detail(rule: Rule): string {
  const { id, says, where, provenance, checklist } = rule
  const rows: (readonly [string, string])[] = [
    ['rule', id],
    ['says', says],
    [provenance === 'assumed' ? 'left open in' : 'source', where],
    ['provenance', provenance],
    ...(rule.kind === 'refusal' ? [['status', String(rule.status)] as [string, string]] : []),
    ...(checklist.length > 0 ? [['checklist', checklist.join(', ')] as [string, string]] : []),
  ]
  return rows.map(([label, text]) => `${label.padEnd(12)}  ${text}`).join('\n')
}
