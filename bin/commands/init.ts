import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { version } from '../command-line/version.ts'
import { contractWith } from '../files/contract.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { CI } from '../init/ci-templates.ts'
import { profileTemplate } from '../init/profile-template.ts'
import { paint, print } from '../terminal/output.ts'

interface InitOptions {
  readonly ci: keyof typeof CI | 'none'
  readonly force?: boolean
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
    .action(init)
  return examples(command, ['understudy init', 'understudy init --ci gitlab', 'understudy init api --ci none --force'])
}

function init(folder: string, { ci, force = false }: InitOptions): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new UsageError(`${folder} is not a folder.`)
  const service = ci === 'none' ? undefined : CI[ci]
  const files = [
    { path: join(folder, 'profile.yaml'), text: profileTemplate(contractWith(undefined), version()) },
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
  const profile = join(folder, 'profile.yaml')
  const steps = [
    `go through ${profile}: who calls, where things are, what only you know`,
    `understudy doctor http://127.0.0.1:8080 --profile ${profile}`,
    `understudy verify http://127.0.0.1:8080 --profile ${profile} --preset smoke`,
    ...(service ? [service.next] : []),
  ]
  print(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`)
}
