/** Writes what is derived in docs/; tests run the same functions and compare, so a stale page cannot stay. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { housePicture } from './house.ts'
import { referencePage } from './reference-page.ts'

const DOCS = join(import.meta.dirname, '../../docs')
export const REFERENCE_PAGE = join(DOCS, 'reference.md')
export const ARCHITECTURE_PAGE = join(DOCS, 'architecture.md')

/** The page with the picture of the house as it is. */
export const withPicture = (page: string): string =>
  page.replace(/(?<=^<!-- The house[^\n]*-->\n\n)```mermaid\n[\s\S]*?^```/m, housePicture())

if (import.meta.main) {
  writeFileSync(REFERENCE_PAGE, await referencePage())
  writeFileSync(ARCHITECTURE_PAGE, withPicture(readFileSync(ARCHITECTURE_PAGE, 'utf8')))
  console.log('wrote docs/reference.md and docs/architecture.md')
}
