import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const IMPORTED = /(?:from |import\()['"](\.[^'"]+)['"]/g

/** Takes away the declarations that nobody comes to from the doors of the package: their code is inside the large files. */
export function keepReachableDeclarations(dist: string, doors: readonly string[]): void {
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
      follow(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
  }
  for (const door of doors) follow(join(dist, `${door}.d.ts`))
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts') && !reached.has(join(dist, name))) rmSync(join(dist, name))
}
