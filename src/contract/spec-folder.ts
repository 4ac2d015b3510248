import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AREAS } from './areas.ts'
import { bundle, type OpenApiPart } from './bundle.ts'
import { withLinks } from './links.ts'
import { type Mistake, MistakesError } from './mistakes.ts'
import type { OpenApi, Schema } from './openapi.ts'
import { validatorFor } from './schema-compiler.ts'
import type { ChecklistLine, GapDefinition, Machine, SpecSource, VocabularyEntry } from './source.ts'
import { parseYaml, type YamlFile } from './yaml-file.ts'

/** Reads spec/ from disk into the bundled form; throws a MistakesError with file, line and column. */
export function readSpecFolder(folder: string): SpecSource {
  const read = (file: string) => parseYaml(readFileSync(join(folder, file), 'utf8'), join('spec', file))
  const schemas = new Map<string, Schema>()
  const schema = (name: string): Schema => {
    const found = schemas.get(name) ?? JSON.parse(readFileSync(join(folder, 'schemas', `${name}.schema.json`), 'utf8'))
    schemas.set(name, found)
    return found
  }
  const below = (sub: string) =>
    readdirSync(join(folder, sub))
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map((name) => join(sub, name))

  const checked = <T>(file: string, schemaName: string): T => check<T>(read(file), schema(schemaName))
  const part = (file: string) => read(file).value as OpenApiPart
  const apiParts = AREAS.map((area) => part(`api/${area}.yaml`))
  const common = part('api/common.yaml')
  const doors = below('side-doors').map(part)

  return {
    api: withLinks(bundle(read('openapi.yaml').value as OpenApi, apiParts, [common])),
    sideDoors: bundle(read('side-doors.yaml').value as OpenApi, doors, [common, ...apiParts]),
    control: read('control.yaml').value as OpenApi,
    machines: below('machines').map((file) => checked<Machine>(file, 'machine')),
    gaps: joined(below('gaps').map((file) => checked<Record<string, GapDefinition>>(file, 'gaps'))),
    checklist: joined(below('checklist').map((file) => checked<Record<string, ChecklistLine>>(file, 'checklist'))),
    vocabulary: checked<Record<string, VocabularyEntry>>('vocabulary.yaml', 'vocabulary'),
  }
}

function check<T>(yaml: YamlFile, schema: Schema): T {
  const mistakes: Mistake[] = validatorFor(schema)(yaml.value).map(({ path, message }) => yaml.at(path, message))
  if (mistakes.length > 0) throw new MistakesError(mistakes)
  return yaml.value as T
}

function joined<T>(maps: readonly Record<string, T>[]): Record<string, T> {
  const all: Record<string, T> = {}
  for (const [key, value] of maps.flatMap((map) => Object.entries(map))) {
    if (key in all) throw new MistakesError([{ file: 'spec', message: `${key} is defined twice` }])
    all[key] = value
  }
  return all
}
