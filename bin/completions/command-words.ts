import type { Command, Option } from 'commander'

export interface OptionWords {
  /** As it is typed: --preset. */
  readonly flag: string
  readonly about: string
  readonly takesValue: boolean
  readonly takesSeveral: boolean
  readonly choices: readonly string[]
}

/** The words that can be typed at one place of the command line. */
export interface CommandWords {
  /** The words that lead there, without `understudy`: ['spec', 'lint']. */
  readonly path: readonly string[]
  readonly about: string
  readonly subcommands: readonly { readonly name: string; readonly about: string }[]
  readonly options: readonly OptionWords[]
}

/** Every command with what may follow it, the program itself first; read from the definitions of the commands. */
export function commandWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const help = command.createHelp()
  const subcommands = help.visibleCommands(command).map((one) => ({ name: one.name(), about: one.description() }))
  const here = {
    path,
    about: command.description(),
    subcommands,
    options: help.visibleOptions(command).flatMap(optionWords),
  }
  return [here, ...command.commands.flatMap((one) => commandWords(one, [...path, one.name()]))]
}

function optionWords({ long, description, required, optional, variadic, argChoices = [] }: Option): OptionWords[] {
  if (!long) return []
  return [
    { flag: long, about: description, takesValue: required || optional, takesSeveral: variadic, choices: argChoices },
  ]
}
