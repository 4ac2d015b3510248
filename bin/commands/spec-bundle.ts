import { Command, Option } from 'commander'
import { stringify } from 'yaml'
import { withBindings } from '../../src/contract/description/with-bindings.ts'
import { examples } from '../command-line/examples.ts'
import { contractWith } from '../files/contract.ts'
import { print, printJson } from '../terminal/output.ts'

export const DOCUMENTS = ['api', 'side-doors', 'control'] as const

export function bundleCommand(): Command {
  const command = new Command('bundle')
    .description('print one OpenAPI 3.1 document for other tools')
    .addOption(new Option('--format <format>', 'json or yaml').choices(['json', 'yaml']).default('yaml'))
    .addOption(new Option('--of <document>', 'which description').choices([...DOCUMENTS]).default('api'))
    .option('--profile <file>', "apply this profile's methods, paths and statuses")
    .action(({ format, of, profile }: { format: string; of: (typeof DOCUMENTS)[number]; profile?: string }) => {
      const { source, profile: chosen } = contractWith(profile)
      const documents = {
        api: withBindings(source.api, chosen.bindings),
        'side-doors': withBindings(source.sideDoors, chosen.bindings),
        control: source.control,
      }
      const document = documents[of]
      if (format === 'json') printJson(document)
      else print(stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 }).trimEnd())
    })
  return examples(command, [
    'understudy spec bundle > openapi.yaml',
    'understudy spec bundle --of control --format json',
  ])
}
