import type { CommandWords } from './command-words.ts'

/** A completion script for bash. Where it has nothing to offer, bash offers files. */
export function bashCompletions(commands: readonly CommandWords[]): string {
  const known = commands.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(' ')}"`)
  return `# Completions of understudy for bash: source <(understudy completions bash)
_understudy() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" last="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
      ${known.join('|')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
    [[ "\${COMP_WORDS[i]}" == --* ]] && last="\${COMP_WORDS[i]}"
  done
  COMPREPLY=()
  if [[ "$cur" != -* ]]; then
    case "$at|$last" in
${commands.flatMap(severalValues).join('\n')}
    esac
    case "$at|$prev" in
${commands.flatMap(oneValue).join('\n')}
    esac
  fi
  case "$at" in
${commands.map(wordsAt).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _understudy understudy`
}

const offer = (path: readonly string[], flag: string, choices: readonly string[]): string =>
  choices.length > 0
    ? `      "${path.join(' ')}|${flag}") COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur")); return ;;`
    : `      "${path.join(' ')}|${flag}") return ;;`

const severalValues = ({ path, options }: CommandWords): string[] =>
  options
    .filter(({ takesSeveral, choices }) => takesSeveral && choices.length > 0)
    .map(({ flag, choices }) => offer(path, flag, choices))

const oneValue = ({ path, options }: CommandWords): string[] =>
  options.filter(({ takesValue }) => takesValue).map(({ flag, choices }) => offer(path, flag, choices))

const wordsAt = ({ path, subcommands, options }: CommandWords): string =>
  `    "${path.join(' ')}") words="${[...subcommands.map(({ name }) => name), ...options.map(({ flag }) => flag)].join(' ')}" ;;`
