import type { Argument, Command, Option } from 'commander'
import { makeProgram } from '../../bin/main.ts'
import { ANSWER_HEADERS, EXIT_CODES, OTHER_VARIABLES, PATHS, REQUEST_HEADERS, VARIABLES } from './reference-facts.ts'

/** docs/reference.md: the command line as it describes itself, and what the mock answers to. */
export async function referencePage(): Promise<string> {
  const program = await makeProgram([], () => {})
  return [
    '# Reference',
    '<!-- Derived from the code by `npm run docs`. Do not edit. -->',
    '`understudy help COMMAND` prints the same ([install](../README.md#install)). Errors are one sentence on standard error.',
    table('exit code', EXIT_CODES),
    '## Commands',
    ...commandsOf(program).flatMap(describeCommand),
    '## Environment',
    table('variable', [...VARIABLES, ...OTHER_VARIABLES]),
    `\`\${NAME}\` in a profile is replaced by the environment variable of that name; an unset variable is an error.`,
    '## The mock',
    table('path', PATHS),
    'Request headers:',
    table('header', REQUEST_HEADERS),
    'Response headers:',
    table('header', ANSWER_HEADERS),
    'How credentials are sent, and several of these headers, are gaps: a [profile](profiles.md) can change them.',
  ]
    .join('\n\n')
    .concat('\n')
}

interface Named {
  readonly command: Command
  readonly name: string
}

/** Commands that do something; `spec` and `scenario` only group others. */
function commandsOf(program: Command, before = program.name()): Named[] {
  return program.commands.flatMap((command) => {
    const name = `${before} ${command.name()}`
    return command.commands.length > 0 ? commandsOf(command, name) : [{ command, name }]
  })
}

function describeCommand({ command, name }: Named): string[] {
  const help = command.createHelp()
  const places = command.registeredArguments.map((argument) => ({
    name: argumentName(argument),
    says: argument.description,
  }))
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help')
  return [
    `### ${name}`,
    sentence(command.description()),
    `\`\`\`\n${[name, '[options]', help.commandUsage(command).split('[options] ')[1]].filter(Boolean).join(' ')}\n\`\`\``,
    ...(places.length > 0 ? [table('argument', places)] : []),
    ...(options.length > 0 ? [table('option', options.map(describeOption))] : []),
  ]
}

function describeOption({ flags, description, argChoices, defaultValue, mandatory }: Option) {
  const notes = [
    mandatory && defaultValue === undefined && 'required',
    argChoices && argChoices.length > 0 && `one of ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`,
    isTold(defaultValue) && `default: \`${defaultValue}\``,
  ].filter((note) => note !== false && note !== undefined)
  return { name: flags, says: [description, ...notes].join('; ') }
}

function argumentName(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

const isTold = (value: unknown): boolean => value !== undefined && !Array.isArray(value)

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

function table(what: string, rows: readonly { readonly name: string; readonly says: string }[]): string {
  const lines = rows.map(({ name, says }) => `| \`${name}\` | ${says} |`.replaceAll(/(?<=\w)\|(?=\w)/g, '\\|'))
  return [`| ${what} | |`, '|---|---|', ...lines].join('\n')
}
