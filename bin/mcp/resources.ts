import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import source from '../../src/contract/generated/spec.js'
import { RULES } from '../../src/model/model.ts'
import { readText } from '../../src/target/opening/read-text.ts'

/** Something a client can read: descriptions, rules, gaps and pages of the documentation. */
export interface Readable {
  readonly name: string
  readonly uri: string
  readonly title: string
  readonly mimeType: string
  readonly read: () => string
}

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

export const readables = (): readonly Readable[] => [
  json('openapi', 'The OpenAPI description of the API', () => source.api),
  json(
    'side-doors',
    'Integration endpoints outside the API: alerts, scrapes, the status page, the registry',
    () => source.sideDoors,
  ),
  json('control', 'The control interface of the mock, with all outside events', () => source.control),
  json('rules', 'Every rule with its words and its source', () =>
    RULES.map(({ id, kind, says, where, provenance, checklist }) => ({ id, kind, says, where, provenance, checklist })),
  ),
  json('gaps', 'Where the contract is silent, with the values an implementation may choose', () => source.gaps),
  ...pages(),
]

function json(name: string, title: string, value: () => unknown): Readable {
  const read = () => JSON.stringify(value(), null, 2)
  return { name, uri: `understudy://${name}`, title, mimeType: 'application/json', read }
}

function pages(): Readable[] {
  if (!existsSync(DOCS)) return []
  const files = readdirSync(DOCS).filter((file) => file.endsWith('.md'))
  return files.toSorted().map((file) => ({
    name: `docs/${file.slice(0, -3)}`,
    uri: `understudy://docs/${file.slice(0, -3)}`,
    title: titleOf(readText(join(DOCS, file))),
    mimeType: 'text/markdown',
    read: () => readText(join(DOCS, file)),
  }))
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''
