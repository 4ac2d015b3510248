import { readFileSync } from 'node:fs'
import { UsageError } from '../command-line/usage-error.ts'

/** The text of a file that somebody named. */
export function readOrExplain(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message
    throw new UsageError(`Cannot read ${file}: ${reason}.`)
  }
}
