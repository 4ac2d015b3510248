import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AREAS } from '../src/contract/areas.ts'

const ROOT = join(import.meta.dirname, '..')
const NOTE = '// Derived from src/contract/areas.ts by `npm run generate`. Do not edit.\n'

/** Generated files that combine the areas of the model and of the judge, from the one list of areas. */
export const mountedAreas = (): Readonly<Record<string, string>> => ({
  'src/model/mounted-areas.ts': NOTE + modelAreas(),
  'src/conformance/areas/index.ts': NOTE + judgeAreas(),
})

const sorted = AREAS.toSorted()
const members = AREAS.map((area) => `  ${area},`).join('\n')

function modelAreas(): string {
  const withTables = AREAS.filter((area) => existsSync(join(ROOT, `src/model/areas/${area}/state/index.ts`)))
  const imports = sorted.flatMap((area) => [
    `import { ${area} } from './areas/${area}/index.ts'`,
    ...(withTables.includes(area) ? [`import { ${tables(area)} } from './areas/${area}/state/index.ts'`] : []),
  ])
  return `import type { Area } from '../contract/areas.ts'
import type { AreaModel } from './areas/area.ts'
${imports.join('\n')}

/** The areas the model simulates, each in the same shape. */
export const AREA_MODELS: Readonly<Record<Area, AreaModel>> = {
${members}
}

/** The tables they keep. */
export const AREA_TABLES = {
${withTables.map((area) => `  ...${tables(area)},`).join('\n')}
}
`
}

const tables = (area: string): string => `${area.toUpperCase()}_TABLES`

function judgeAreas(): string {
  return `import type { Area } from '../../contract/areas.ts'
import type { AreaJudge } from '../area-judge/area-judge.ts'
${sorted.map((area) => `import { ${area} } from './${area}/index.ts'`).join('\n')}

/** The judge's knowledge of each area. */
export const AREA_JUDGES: Readonly<Record<Area, AreaJudge>> = {
${members}
}
`
}
