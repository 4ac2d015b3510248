import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { ROOT, run } from './command.ts'

/**
 * Lays the tarball out in a folder as npm would, with the run-time dependencies beside it, and what else is asked for.
 * npm itself would ask the registry about them, and tests have no network.
 */
export async function installPackage(folder: string, besides: readonly string[] = []): Promise<void> {
  const home = join(folder, 'node_modules/understudy-api')
  mkdirSync(home, { recursive: true })
  const { code, err } = await run('tar', ['-xzf', await tarball(), '-C', home, '--strip-components=1'])
  if (code !== 0) throw new Error(err)
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), ...besides]) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync('../understudy-api/bin/understudy.js', join(folder, 'node_modules/.bin/understudy'))
}

/** Packed once for a whole run, by whoever comes first; the others wait. */
export async function tarball(): Promise<string> {
  const folder = join(inject('runFolder'), 'packed')
  const ready = join(folder, 'ready')
  if (isFirst(folder)) {
    const packed = await pack(folder)
    writeFileSync(`${ready}.part`, packed)
    renameSync(`${ready}.part`, ready)
  }
  while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 100))
  const file = readFileSync(ready, 'utf8')
  if (!file.endsWith('.tgz')) throw new Error(`npm pack failed: ${file}`)
  return file
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** The file, or what npm had to say instead of one. */
async function pack(folder: string): Promise<string> {
  const { code, out, err } = await run('npm', ['pack', '--json', '--pack-destination', folder])
  if (code !== 0) return err
  const [{ filename }] = JSON.parse(out.slice(out.indexOf('[\n'))) as [{ filename: string }]
  return join(folder, filename)
}
