import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import source from '../../../src/contract/generated/spec.js'
import { freePort } from '../../free-port.ts'
import { program, ROOT } from './command.ts'

const PRISM = join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js')

/** The validating proxy of Prism in front of a target. */
export async function startPrism(target: string): Promise<{ readonly url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(source.api))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = program(PRISM, 'proxy', '-m', 'false', '-v', 'fatal', '-p', String(port), file, target)
  await answering(url)
  return {
    url,
    close() {
      child.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nobody answers at ${url}`)
}
