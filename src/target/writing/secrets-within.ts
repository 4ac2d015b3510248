import { parse } from 'yaml'
import { isObject } from '../../contract/json.ts'

/**
 * A secret and the secrets in it: a client configuration is a YAML text of which the token, key or password may stand
 * elsewhere without the rest.
 */
export function secretsWithin(value: string): readonly string[] {
  return value.includes('\n') ? [value, ...credentialsOf(value)] : [value]
}

function credentialsOf(text: string): readonly string[] {
  const configuration = read(text)
  const users = isObject(configuration) && Array.isArray(configuration.users) ? configuration.users : []
  return users.flatMap((entry) => {
    const user = isObject(entry) && isObject(entry.user) ? entry.user : {}
    return CREDENTIALS.map((name) => user[name]).filter((value) => typeof value === 'string')
  })
}

/** The fields of a user in a client configuration that open something. */
const CREDENTIALS = ['token', 'password', 'client-key-data', 'client-certificate-data']

/** A target may send anything: what is no YAML, or more than a configuration ever is, has no parts. */
function read(text: string): unknown {
  if (text.length > LONGEST) return undefined
  try {
    return parse(text, { maxAliasCount: 0, logLevel: 'silent' })
  } catch {
    return undefined
  }
}

const LONGEST = 100_000
