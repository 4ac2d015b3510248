import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import type { Contract } from '../../src/contract/contract.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { version } from '../command-line/version.ts'
import { contractWith } from '../files/contract.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { CI } from '../init/ci-templates.ts'
import { matchedBindings, openBindings, sureBindings } from '../init/matched-bindings.ts'
import { type FoundBindings, profileTemplate } from '../init/profile-template.ts'
import { paint, print } from '../terminal/output.ts'

interface InitOptions {
  readonly ci: keyof typeof CI | 'none'
  readonly force?: boolean
  readonly openapi?: string
  readonly target?: string
  readonly header?: readonly string[]
}

export function initCommand(): Command {
  const command = new Command('init')
    .description('create a commented profile and a CI workflow in your repository')
    .argument('[folder]', 'folder of the repository', '.')
    .addOption(
      new Option('--ci <service>', 'which CI workflow to create')
        .choices([...Object.keys(CI), 'none'])
        .default('github'),
    )
    .option('--force', 'overwrite existing files')
    .option('--openapi <file>', "find the operations in the implementation's own OpenAPI description")
    .option('--target <url>', 'with --openapi: base URL of the running implementation, to which only reads are sent')
    .option(
      '--header <line...>',
      'with --target: a header to send with those reads, such as "Authorization: Bearer TOKEN"',
    )
    .action(init)
  return examples(command, [
    'understudy init',
    'understudy init --ci gitlab',
    'understudy init api --ci none --force',
    'understudy init --openapi openapi.yaml --target http://127.0.0.1:8080 --header "Authorization: Bearer $TOKEN"',
  ])
}

async function init(folder: string, options: InitOptions): Promise<void> {
  const { ci, force = false } = options
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new UsageError(`${folder} is not a folder.`)
  const service = ci === 'none' ? undefined : CI[ci]
  const contract = contractWith(undefined)
  const found = await foundIn(contract, options)
  const files = [
    { path: join(folder, 'profile.yaml'), text: profileTemplate(contract, version(), found) },
    ...(service ? [{ path: join(folder, service.path), text: service.text(`understudy-api@${version()}`) }] : []),
  ]
  const present = files.filter(({ path }) => !force && existsSync(path))
  if (present.length === files.length)
    throw new UsageError(
      `Nothing was written: ${present.map(({ path }) => path).join(' and ')} ${present.length === 1 ? 'is' : 'are'} there already; use --force to overwrite.`,
    )
  for (const file of files) if (!present.includes(file)) expectWritable(file.path)
  for (const file of files) {
    if (present.includes(file))
      print(`${paint('yellow', 'kept')}   ${file.path}, which already exists (--force overwrites it)`)
    else {
      writeOrExplain(file.path, file.text)
      print(`${paint('green', 'wrote')}  ${file.path}`)
    }
  }
  if (found) tellFound(found)
  const profile = join(folder, 'profile.yaml')
  const steps = [
    `edit ${profile}: callers, paths, values only you know`,
    `understudy doctor http://127.0.0.1:8080 --profile ${profile}`,
    `understudy verify http://127.0.0.1:8080 --profile ${profile} --preset smoke`,
    ...(service ? [service.next] : []),
  ]
  print(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`)
}

async function foundIn(
  contract: Contract,
  { openapi, target, header }: InitOptions,
): Promise<FoundBindings | undefined> {
  if (openapi === undefined) {
    if (target !== undefined || header !== undefined) throw new UsageError('--target and --header need --openapi.')
    return undefined
  }
  const theirs = { openapi, ...(target !== undefined && { target }), ...(header !== undefined && { header }) }
  const matched = await matchedBindings(contract, theirs)
  return { sure: sureBindings(matched), open: openBindings(matched) }
}

function tellFound({ sure, open }: FoundBindings): void {
  const choices = [...open.values()].filter((places) => places.length > 0).length
  const none = open.size - choices
  print(`bound  ${sure.size} operations; ${choices} have several matches (choose one), ${none} have none`)
}
