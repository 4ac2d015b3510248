import { Command } from 'commander'
import type { Contract } from '../../src/contract/contract.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { paint, print, printJson, table } from '../terminal/output.ts'

interface Gap {
  readonly id: string
  readonly about: string
  readonly where: string
  readonly value: unknown
  readonly pinned: boolean
  readonly schema: unknown
  readonly influences: readonly string[]
}

export function gapsCommand(): Command {
  const command = new Command('gaps')
    .description('list the gaps (points the contract leaves open) with their current values')
    .argument('[prefix]', 'only ids with this prefix, for example oncall')
    .option('--profile <file>', "show this profile's values")
    .option('--json', 'print as JSON')
    .action((prefix: string | undefined, { profile, json }: { profile?: string; json?: boolean }) => {
      const shown = gapsOf(contractWith(profile), prefix)
      if (json) printJson(shown)
      else print(shown.length === 1 ? detail(shown[0] as Gap) : listing(shown))
    })
  return examples(command, [
    'understudy spec gaps oncall',
    'understudy spec gaps oncall.repeat-acknowledge',
    'understudy spec gaps --json',
  ])
}

function gapsOf({ gaps }: Contract, prefix = ''): Gap[] {
  const all = [...gaps.definitions].map(([id, { about, where, schema, influences }]) => ({
    id,
    about,
    where,
    value: gaps.value(id),
    pinned: gaps.pinned(id),
    schema,
    influences,
  }))
  const exact = all.filter(({ id }) => id === prefix)
  const shown = exact.length > 0 ? exact : all.filter(({ id }) => id.startsWith(prefix))
  if (shown.length > 0) return shown
  const known = [...all.map(({ id }) => id), ...new Set(all.map(({ id }) => id.split('.')[0] ?? ''))]
  throw new UsageError(`No gap starts with ${prefix}${didYouMean(prefix, known)}.`)
}

function listing(gaps: readonly Gap[]): string {
  const rows = gaps.map(({ id, value, pinned, about }) => [id, `${short(value)}${pinned ? ' (profile)' : ''}`, about])
  return `${table(rows)}\n\n${paint('dim', `${gaps.length} gaps`)}`
}

function detail({ id, about, where, value, pinned, schema, influences }: Gap): string {
  return table([
    ['gap', id],
    ['about', about],
    ['left open in', where],
    [pinned ? 'profile' : 'default', JSON.stringify(value)],
    ['possible', JSON.stringify(schema)],
    ['influences', influences.join(', ')],
  ])
}

function short(value: unknown): string {
  const text = typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return text.length > 32 ? `${text.slice(0, 31)}…` : text
}
