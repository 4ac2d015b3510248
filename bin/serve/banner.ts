import { SEEDS_ON_OFFER } from '../../src/model/seeds/seeds.ts'
import { quoteShell, shellWord } from '../../src/target/writing/shell.ts'
import type { MockCaller, RunningMock } from '../../stateful-mock/create-mock.ts'
import { paint, table } from '../terminal/output.ts'

/** The first lines for somebody who has just started a mock. */
export function banner({ url, contract, callers, seed }: RunningMock, ca?: string): string {
  const operations = [...contract.operations.values()]
  const [first] = callers
  const example = operations.find(({ does, path }) => does === 'list' && !path.includes('{')) ?? operations[0]
  return [
    listens(url),
    '',
    table([
      ['console', `${url}/`],
      ['API', `${url}/api/v1 (${operations.length} operations)`],
      ['description', `${url}/openapi.json, ${url}/openapi.yaml`],
      ['control', `${url}/_understudy`],
      [
        'seed',
        `${seed} (others: ${SEEDS_ON_OFFER.map(({ name }) => name)
          .filter((name) => name !== seed)
          .join(', ')})`,
      ],
      ...(ca === undefined ? [] : [['trust', `NODE_EXTRA_CA_CERTS=${ca} or curl --cacert ${ca}`]]),
    ]),
    '',
    table([['caller', 'who', 'sends'], ...callers.map(callerRow)]),
    '',
    `Try ${paint('cyan', curl(first, `${url}${example?.path ?? '/'}`, ca))}`,
    paint('dim', 'Ctrl-C stops it.'),
  ].join('\n')
}

export const listens = (url: string): string => `Understudy listens on ${paint('bold', url)}`

function callerRow({ name, label, role, organization, headers }: MockCaller): string[] {
  return [name, `${label}, ${role} of ${organization}`, headerLines(headers).join(', ')]
}

function curl(caller: MockCaller | undefined, url: string, ca: string | undefined): string {
  const headers = headerLines(caller?.headers ?? {}).map((line) => `-H ${quoteShell(line)} `)
  return `curl ${ca === undefined ? '' : `--cacert ${shellWord(ca)} `}${headers.join('')}${url}`
}

const headerLines = (headers: MockCaller['headers']): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
