/**
 * Writes what is derived from spec/ into src/contract/generated/: the bundled data and the types.
 * A test runs the same function and compares, so a stale file cannot stay.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { stringify } from 'yaml'
import { AREAS } from '../src/contract/areas.ts'
import { loadContract } from '../src/contract/contract.ts'
import { resolvePointer } from '../src/contract/dereference.ts'
import type { OpenApi, Schema } from '../src/contract/openapi.ts'
import { profileSchema } from '../src/contract/profile/profile-schema.ts'
import { readSpecFolder } from '../src/contract/read/spec-folder.ts'
import type { SpecSource } from '../src/contract/source.ts'
import { controlPage } from './control-page/page.ts'
import { mountedAreas } from './mounted-areas.ts'

const ROOT = join(import.meta.dirname, '..')
export const GENERATED = join(ROOT, 'src/contract/generated')
export const SCENARIOS = join(ROOT, 'scenarios')
export const CONTROL_PAGE = join(ROOT, 'docs/control.md')

export async function generatedFiles(source: SpecSource): Promise<Record<string, string>> {
  return {
    'spec.js': NOTE + parsedWhenNeeded(source),
    'spec.d.ts': `${NOTE}import type { SpecSource } from '../source.ts'\ndeclare const source: SpecSource\nexport default source\n`,
    'api.ts': NOTE + (await types(source.api)),
    'side-doors.ts': NOTE + (await types(source.sideDoors)),
    'control.ts': NOTE + (await types(source.control)),
    'control-defaults.ts': NOTE + defaultedFields(source),
    'gaps.ts': NOTE + (await gapTypes(source)),
    'area-facts.ts': NOTE + areaFacts(source),
    'profile.schema.json': `${JSON.stringify(profileSchema(source), null, 2)}\n`,
  }
}

/** A module whose parts are parsed when somebody asks for them: a start that needs few is sooner done. */
function parsedWhenNeeded(source: SpecSource): string {
  const parts = Object.entries(source).map(
    ([name, part]) =>
      `  get ${name}() {\n    return parsed('${name}', ${JSON.stringify(JSON.stringify(part))})\n  },\n`,
  )
  return `const known = {}
const parsed = (name, text) => {
  known[name] ??= JSON.parse(text)
  return known[name]
}
export default {
${parts.join('')}}
`
}

/** The descriptions that scenarios refer to, each in one file, so that other Arazzo runners find them offline. */
export function scenarioDescriptions(source: SpecSource): Record<string, string> {
  const written = (document: OpenApi) =>
    `# Derived from spec/ by \`npm run generate\`. Do not edit.\n${stringify(forRespect(document), { aliasDuplicateObjects: false, lineWidth: 120 })}`
  return {
    'openapi.yaml': written(source.api),
    'side-doors.yaml': written(source.sideDoors),
    'control.yaml': written(source.control),
  }
}

/** The type of a refusal with an open status. */
const REFUSALS = [400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 423, 428, 429]

/**
 * Redocly's respect takes `4XX` for a status of its own, so the class is written out; and it looks media types up
 * without their parameters.
 */
function forRespect(document: OpenApi): unknown {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'content' && value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([type, media]) => [type.replace(/;.*/, ''), media]))
    if (key !== 'responses' || !value?.['4XX']) return value
    const { '4XX': refused, ...rest } = value
    return { ...Object.fromEntries(REFUSALS.map((status) => [status, refused])), ...rest }
  })
}

const NOTE = '// Derived from spec/ by `npm run generate`. Do not edit.\n'

async function types(document: object): Promise<string> {
  const shown = JSON.stringify(withDescriptions(document), withoutChoices)
  return astToString(await openapiTS(shown, { alphabetize: true }))
}

/** References to a schema get its description, so that editors show it there too. */
function withDescriptions(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    if (typeof value?.$ref !== 'string' || !value.$ref.startsWith('#/components/schemas/')) return value
    const { description } = resolvePointer(document, value.$ref) as Schema
    return description === undefined ? value : { description, ...value }
  })
}

/** A choice of what is required means nothing in a type; written there, it would turn the whole into unknown. */
function withoutChoices(key: string, value: unknown): unknown {
  const choice = key === 'anyOf' && Array.isArray(value)
  return choice && value.every((member) => Object.keys(member).join() === 'required') ? undefined : value
}

/** The types say what a reader finds; whoever sends may leave out what has a default. */
function defaultedFields(source: SpecSource): string {
  const members = [...loadContract(source).controlOperations.values()].flatMap(({ id, body }) => {
    const fields = Object.entries(body?.schema.properties ?? {}).filter(([, field]) => 'default' in field)
    return fields.length === 0 ? [] : [`  ${id}: ${fields.map(([name]) => `'${name}'`).join(' | ')}`]
  })
  return `export interface DefaultedFields {\n${members.sort().join('\n')}\n}\n`
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

/** Facts about whole areas as constants, so that rules stay plain values. */
function areaFacts(source: SpecSource): string {
  const operations = [...loadContract(source).operations.values()]
  const described = AREAS.map((area) => {
    const statuses = operations.filter((one) => one.area === area).map(({ responses }) => new Set(responses.keys()))
    const common = statuses.reduce((sofar, own) => sofar.intersection(own))
    return `  ${area}: [${[...common]
      .filter((status) => /^\d+$/.test(status))
      .sort()
      .join(', ')}],`
  })
  const influenced = Object.entries(source.gaps).flatMap(([id, { influences }]) => {
    const areas = influences.filter((target) => target.startsWith('area:')).map((target) => `'${target.slice(5)}'`)
    return areas.length > 0 ? [`  '${id}': [${areas.join(', ')}],`] : []
  })
  const listed = Object.entries(source.gaps).flatMap(([id, { influences }]) => {
    const isList =
      id.startsWith('general.') && influences.every((target) => /^[a-z]\w+$/.test(target) && target !== 'all')
    return isList ? [`  '${id}': [${influences.map((target) => `'${target}'`).join(', ')}],`] : []
  })
  return `import type { Area } from '../areas.ts'
import type { GapId } from './gaps.ts'

/** The statuses that every operation of an area describes. */
export const DESCRIBED_STATUSES: Readonly<Record<Area, readonly number[]>> = {
${described.join('\n')}
}

/** The areas that a gap influences as a whole. */
export const INFLUENCED_AREAS = {
${influenced.join('\n')}
} as const satisfies Partial<Record<GapId, readonly Area[]>>

/** The operations that a general gap names one by one. */
export const INFLUENCED_OPERATIONS = {
${listed.join('\n')}
} as const satisfies Partial<Record<GapId, readonly string[]>>
`
}

if (import.meta.main) {
  mkdirSync(GENERATED, { recursive: true })
  mkdirSync(SCENARIOS, { recursive: true })
  const source = readSpecFolder(join(ROOT, 'spec'))
  const files = await generatedFiles(source)
  const descriptions = scenarioDescriptions(source)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(GENERATED, name), text)
  for (const [name, text] of Object.entries(descriptions)) writeFileSync(join(SCENARIOS, name), text)
  for (const [file, text] of Object.entries(mountedAreas())) writeFileSync(join(ROOT, file), text)
  writeFileSync(CONTROL_PAGE, controlPage(source, readFileSync(CONTROL_PAGE, 'utf8')))
  console.log(`wrote ${Object.keys(files).length} files into src/contract/generated`)
  console.log(`wrote ${Object.keys(descriptions).length} files into scenarios`)
  console.log(`wrote ${[...Object.keys(mountedAreas()), 'docs/control.md'].join(', ')}`)
}
