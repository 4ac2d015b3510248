import type { CommandWords, OptionWords } from './command-words.ts'

/** A completion script for fish, with what each word is about. */
export function fishCompletions(commands: readonly CommandWords[]): string {
  return [
    '# Completions of understudy for fish: understudy completions fish | source',
    ...commands.flatMap((command) => [...subcommandLines(command), ...command.options.map(optionLine(command.path))]),
  ].join('\n')
}

const isAt = (path: readonly string[]): string =>
  path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')

function subcommandLines({ path, subcommands }: CommandWords): string[] {
  const names = subcommands.map(({ name }) => name).join(' ')
  const before =
    path.length === 0 ? '__fish_use_subcommand' : `${isAt(path)}; and not __fish_seen_subcommand_from ${names}`
  return subcommands.map(
    ({ name, about }) => `complete -c understudy -f -n ${quoted(before)} -a ${name} -d ${quoted(about)}`,
  )
}

const optionLine =
  (path: readonly string[]) =>
  ({ flag, about, takesValue, choices }: OptionWords): string =>
    [
      'complete -c understudy',
      ...(path.length > 0 ? [`-n ${quoted(isAt(path))}`] : []),
      `-l ${flag.replace(/^--/, '')}`,
      ...(takesValue ? [choices.length > 0 ? `-xa ${quoted(choices.join(' '))}` : '-r'] : []),
      `-d ${quoted(about)}`,
    ].join(' ')

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
