import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from './usage-error.ts'

/** Makes the folder too; what cannot be written is said in a sentence. */
export function writeOrExplain(file: string, text: string): void {
  explaining(file, () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  })
}

/** For work that ends with writing: better to hear at its start that it cannot be kept. Leaves a file as it is. */
export function expectWritable(file: string): void {
  explaining(file, () => {
    mkdirSync(dirname(file), { recursive: true })
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)
  })
}

function explaining(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${(error as Error).message}.`)
  }
}
