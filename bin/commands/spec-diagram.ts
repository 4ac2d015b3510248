import { Command, Option } from 'commander'
import { machineName, toMermaid, toXState } from '../../src/contract/machines/diagram.ts'
import { didYouMean } from '../../src/contract/text/did-you-mean.ts'
import { examples } from '../command-line/examples.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { print, printJson, table } from '../terminal/output.ts'

export function diagramCommand(): Command {
  const command = new Command('diagram')
    .description('draw a state machine, or list them all')
    .argument('[machine]', 'for example OncallIncident')
    .addOption(new Option('--format <format>', 'mermaid or xstate').choices(['mermaid', 'xstate']).default('mermaid'))
    .action((wanted: string | undefined, { format }: { format: string }) => {
      const { machines } = contractWith(undefined)
      const named = machines
        .map((machine) => ({ name: machineName(machine, machines), machine }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      if (wanted === undefined) {
        print(table(named.map(({ name, machine }) => [name, machine.states.join(', '), `${machine.rows.length} rows`])))
        return
      }
      const found = named.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
      if (!found)
        throw new UsageError(
          `There is no machine ${wanted}${didYouMean(
            wanted,
            named.map(({ name }) => name),
          )}.`,
        )
      if (format === 'xstate') printJson(toXState(found.machine, found.name))
      else print(toMermaid(found.machine))
    })
  return examples(command, [
    'understudy spec diagram',
    'understudy spec diagram OncallIncident',
    'understudy spec diagram Cluster --format xstate',
  ])
}
