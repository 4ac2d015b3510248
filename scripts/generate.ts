/**
 * Writes what is derived from spec/ into src/contract/generated/: the bundled data and the types.
 * A test runs the same function and compares, so a stale file cannot stay.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { profileSchema } from '../src/contract/profile-schema.ts'
import type { SpecSource } from '../src/contract/source.ts'
import { readSpecFolder } from '../src/contract/spec-folder.ts'

const ROOT = join(import.meta.dirname, '..')
export const GENERATED = join(ROOT, 'src/contract/generated')

export async function generatedFiles(source: SpecSource): Promise<Record<string, string>> {
  return {
    'spec.js': `${NOTE}export default JSON.parse(${JSON.stringify(JSON.stringify(source))})\n`,
    'spec.d.ts': `${NOTE}import type { SpecSource } from '../source.ts'\ndeclare const source: SpecSource\nexport default source\n`,
    'api.ts': NOTE + (await types(source.api)),
    'side-doors.ts': NOTE + (await types(source.sideDoors)),
    'control.ts': NOTE + (await types(source.control)),
    'gaps.ts': NOTE + (await gapTypes(source)),
    'profile.schema.json': `${JSON.stringify(profileSchema(source), null, 2)}\n`,
  }
}

const NOTE = '// Derived from spec/ by `npm run generate`. Do not edit.\n'

async function types(document: object): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document, withoutChoices), { alphabetize: true }))
}

/** A choice of what is required means nothing in a type; written there, it would turn the whole into unknown. */
function withoutChoices(key: string, value: unknown): unknown {
  const choice = key === 'anyOf' && Array.isArray(value)
  return choice && value.every((member) => Object.keys(member).join() === 'required') ? undefined : value
}

async function gapTypes(source: SpecSource): Promise<string> {
  const properties = Object.fromEntries(
    Object.entries(source.gaps).map(([id, { schema, about }]) => [id, { description: about, ...schema }]),
  )
  const GapValues = { type: 'object', required: Object.keys(properties), properties }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Gaps', version: '1' },
    paths: {},
    components: { schemas: { GapValues } },
  }
  const written = await types(document)
  return `${written}\nexport type GapValues = components['schemas']['GapValues']\nexport type GapId = keyof GapValues\nexport type ChecklistId =\n${Object.keys(
    source.checklist,
  )
    .sort()
    .map((id) => `  | '${id}'`)
    .join('\n')}\n`
}

if (import.meta.main) {
  mkdirSync(GENERATED, { recursive: true })
  const files = await generatedFiles(readSpecFolder(join(ROOT, 'spec')))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(GENERATED, name), text)
  console.log(`wrote ${Object.keys(files).length} files into src/contract/generated`)
}
