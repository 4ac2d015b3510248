import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AREAS } from '../areas.ts'
import { bundle, type OpenApiPart } from '../description/bundle.ts'
import { withLinks } from '../description/links.ts'
import { type Mistake, MistakesError } from '../files/mistakes.ts'
import { parseYaml, type YamlFile } from '../files/yaml-file.ts'
import { memo } from '../memo.ts'
import type { OpenApi, Schema } from '../openapi.ts'
import { validatorFor } from '../schema/schema-compiler.ts'
import type { ChecklistLine, GapDefinition, Machine, SpecSource, VocabularyEntry } from '../source.ts'

/** Each area has a folder; `general` has what applies to all of them. */
const FOLDERS = [...AREAS, 'general'].sort()

/** The files of the control interface beside the outside events, in the order in which people read about them. */
const CONTROL_PARTS = ['clock', 'faults', 'sandboxes', 'journal', 'scenarios', 'log', 'contract']

/** Reads spec/ from disk into the bundled form; throws a MistakesError with file, line and column. */
export function readSpecFolder(folder: string): SpecSource {
  const read = (file: string) => parseYaml(readFileSync(join(folder, file), 'utf8'), join('spec', file))
  const schema = memo((name: string): Schema => JSON.parse(readFileSync(join(folder, 'schemas', name), 'utf8')))
  const checked = <T>(file: string, kind: string): T => check<T>(read(file), schema(`${kind}.schema.json`))
  const everywhere = (name: string) => FOLDERS.map((area) => `${area}/${name}.yaml`)

  const root = (file: string) => read(file).value as OpenApi
  const part = (file: string) => read(file).value as OpenApiPart
  const present = (files: readonly string[]) => files.filter((file) => existsSync(join(folder, file))).map(part)

  const areas = AREAS.map((area) => part(`${area}/api.yaml`))
  const shared = part('general/api.yaml')
  const doors = present([...AREAS].sort().map((area) => `${area}/side-doors.yaml`))
  const events = present([...AREAS, 'general'].map((area) => `${area}/events.yaml`))
  const control = CONTROL_PARTS.map((name) => part(`control/${name}.yaml`))
  const machines = readdirSync(join(folder, 'machines')).sort()

  return {
    api: withLinks(bundle(root('general/openapi.yaml'), areas, [shared])),
    sideDoors: bundle(root('general/side-doors.yaml'), doors, [shared, ...areas]),
    control: bundle(root('control/openapi.yaml'), [...events, ...control], [part('control/common.yaml')]),
    machines: machines.map((name) => checked<Machine>(`machines/${name}`, 'machine')),
    gaps: joined(everywhere('gaps').map((file) => checked<Record<string, GapDefinition>>(file, 'gaps'))),
    checklist: joined(everywhere('checklist').map((file) => checked<Record<string, ChecklistLine>>(file, 'checklist'))),
    vocabulary: checked<Record<string, VocabularyEntry>>('general/vocabulary.yaml', 'vocabulary'),
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
