import { readFileSync } from 'node:fs'
import { Unusable } from './unusable.ts'

/** The text of a file that somebody named. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Unusable(`Cannot read ${file}: ${code === 'ENOENT' ? 'there is no such file' : message}.`)
  }
}
