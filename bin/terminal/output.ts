import { writeSync } from 'node:fs'
import { styleText } from 'node:util'
import { cutToWidth, displayWidth, padToWidth } from './display-width.ts'
import { printable } from './printable.ts'

type Style = Parameters<typeof styleText>[0]

/** Colour on a terminal only; NO_COLOR is honoured. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout, validateStream: true })
}

/** Columns aligned with two spaces between; the last is cut to the terminal's width, never in a pipe. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))))
  const limit = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY
  return rows
    .map((row) =>
      cutToWidth(
        row
          .map((cell, column) => (column === row.length - 1 ? cell : padToWidth(cell, widths[column] ?? 0)))
          .join('  ')
          .trimEnd(),
        limit,
      ),
    )
    .join('\n')
}

/** Writes to standard output; a closed pipe (`| head`) ends quietly. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}

/** A whole file, as it would be written: what its own author put there stays, credentials too. */
export function printFile(text: string): void {
  writeSync(process.stdout.fd, text)
}

let endsWithReader = true

/** A server goes on when nobody reads what it prints any more. */
export function goOnWithoutReader(): void {
  endsWithReader = false
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  if (endsWithReader) process.exit(0)
})

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))
