/** Makes dist/ for publishing: JavaScript, declarations and the description as files. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import source from '../src/contract/generated/spec.js'
import { buildBundle } from './build-bundle.ts'
import { builtMsw } from './build-msw.ts'
import { keepReachableDeclarations } from './reachable-declarations.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [
    join(root, 'node_modules/typescript-native/bin/tsc'),
    '-p',
    join(root, 'tsconfig.build.json'),
    '--emitDeclarationOnly',
    // `npm run check` has checked them.
    '--noCheck',
  ],
  { stdio: 'inherit' },
)
// The command is not imported by others.
rmSync(join(dist, 'bin'), { recursive: true })
await buildBundle(dist)

const generated = 'src/contract/generated'
copyFileSync(join(root, generated, 'spec.d.ts'), join(dist, generated, 'spec.d.ts'))
const doors = ['vitest', 'playwright', 'msw'].map((door) => `stateful-mock/doors/${door}`)
keepReachableDeclarations(dist, ['index', ...doors])

cpSync(join(root, 'src/model/generated/acme.txt'), join(dist, 'src/model/generated/acme.txt'))

const built = 'stateful-mock/console/generated'
cpSync(join(root, built), join(dist, built), { recursive: true })

const spec = join(dist, 'spec')
mkdirSync(spec, { recursive: true })
copyFileSync(join(root, generated, 'profile.schema.json'), join(spec, 'profile.schema.json'))
copyFileSync(join(root, 'spec/schemas/scenario.schema.json'), join(spec, 'scenario.schema.json'))
const documents = { openapi: source.api, 'side-doors': source.sideDoors, control: source.control }
// For tools; people read the YAML.
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(spec, `${name}.json`), JSON.stringify(document))
writeFileSync(join(spec, 'openapi.yaml'), stringify(source.api, { aliasDuplicateObjects: false }))

cpSync(join(root, 'scenarios'), join(dist, 'scenarios'), { recursive: true })

/** The resources of `understudy mcp`. */
for (const page of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md')))
  cpSync(join(root, 'docs', page), join(dist, 'docs', page))

/** Of what `understudy demo` judges; the rest of it is in the command. */
const candidate = 'examples/candidate'
mkdirSync(join(dist, candidate), { recursive: true })
for (const name of ['profile-a.yaml', 'driver.mjs'])
  copyFileSync(join(root, candidate, name), join(dist, candidate, name))

writeFileSync(join(dist, 'msw-browser.js'), await builtMsw())
