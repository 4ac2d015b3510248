import type { Sent } from './exchange.ts'

/** A line to paste into a shell. Values of credential headers become variables: no report shows a secret. */
export function curl(sent: Sent, url: string, credentialHeaders: ReadonlySet<string>): string {
  const headers = Object.entries(sent.headers)
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `-H "${name}: ${credentialHeaders.has(name.toLowerCase()) ? '$CREDENTIAL' : value}"`)
  const body = sent.body === undefined ? [] : [`-d ${quoted(sent.body)}`]
  return [
    'curl',
    '-i',
    ...(sent.method === 'GET' ? [] : ['-X', sent.method]),
    ...headers,
    ...body,
    quoted(url + sent.path),
  ].join(' ')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
