import { Command, Option } from 'commander'
import { AREAS } from '../../src/contract/areas.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { examples } from '../command-line/examples.ts'
import { contractWith } from '../files/contract.ts'
import { paint, print, printJson, table } from '../terminal/output.ts'

interface Options {
  readonly area?: string
  readonly doors?: boolean
  readonly profile?: string
  readonly json?: boolean
}

export function operationsCommand(): Command {
  const command = new Command('operations')
    .description('list the operations; * marks a method, path or status the contract does not state')
    .addOption(new Option('--area <area>', 'only this area').choices([...AREAS]))
    .option('--doors', 'list the side doors instead')
    .option('--profile <file>', "apply this profile's methods, paths and statuses")
    .option('--json', 'print as JSON')
    .action(({ area, doors, profile, json }: Options) => {
      const contract = contractWith(profile)
      const all = [...(doors ? contract.doors : contract.operations).values()]
      const shown = all.filter((operation) => !area || operation.area === area)
      if (json) printJson(shown.map(summary))
      else print(listing(shown))
    })
  return examples(command, ['understudy spec operations --area uptime', 'understudy spec operations --json'])
}

function summary({
  id,
  area,
  method,
  path,
  success,
  assumedBinding,
  cost,
  does,
  entity,
  summary,
  responses,
}: Operation) {
  return {
    id,
    area,
    method,
    path,
    status: success.status,
    assumed: assumedBinding,
    does,
    entity,
    cost,
    summary,
    statuses: [...responses.keys()],
  }
}

function listing(operations: readonly Operation[]): string {
  const rows = operations.map(({ id, method, path, success, assumedBinding, summary }) => [
    id,
    method,
    path,
    `${success.status}${assumedBinding ? '*' : ''}`,
    summary,
  ])
  const count = `${operations.length} operations, ${operations.filter((operation) => operation.assumedBinding).length} with a binding of our choice (*)`
  return `${table(rows)}\n\n${paint('dim', count)}`
}
