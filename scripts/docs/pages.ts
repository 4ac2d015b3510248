import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command in a page, with the output that the page prints under it. */
export interface Example {
  readonly command: string
  readonly output: string
}

export const pagesIn = (root: string): string[] => [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

export const textOf = (root: string, page: string): string => readFileSync(join(root, page), 'utf8')

/** The commands of a page in order: its `console` blocks. */
export const examplesOf = (text: string): Example[] =>
  [...text.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => examplesIn(block))

export function examplesIn(block: string): Example[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...output] = part.split('\n')
      return { command, output: output.join('\n').trim() }
    })
}

/** `[...]` in the docs stands for anything on that line; a line `...` for any number of lines. */
export function patternOf(output: string): RegExp {
  const escaped = output.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('\\[\\.\\.\\.\\]', '.*?').replace(/^\\\.\\\.\\\.$/gm, '[\\s\\S]*?')}$`)
}
