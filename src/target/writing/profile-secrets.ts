import type { Profile } from '../../contract/profile.ts'
import type { Secret } from './redactor.ts'

/** The secrets in a profile: values from the environment, credentials, the provider's token. */
export function profileSecrets(profile: Profile): Secret[] {
  const { actors, vocabulary } = profile
  const credentials = Object.entries(actors).flatMap(([name, { headers }]) =>
    Object.values(headers).flatMap((header) => credentialsIn(header, `[credential of ${name}]`)),
  )
  const { authToken } = vocabulary.provider ?? {}
  return [
    ...credentials,
    ...(authToken === undefined ? [] : [{ value: authToken, instead: '[provider.authToken]' }]),
    ...environmentSecrets(profile),
  ]
}

export const environmentSecrets = ({ environment = {} }: Profile): Secret[] =>
  Object.entries(environment).map(([name, value]) => ({ value, instead: `[value of ${name}]` }))

/** `Bearer x` is looked for whole and without its scheme; of `Basic` also the password in it. */
export function credentialsIn(header: string, instead: string): Secret[] {
  const [scheme = '', ...rest] = header.split(' ')
  const bare = rest.length > 0 ? rest.join(' ') : scheme
  const password = /^basic$/i.test(scheme) ? passwordIn(bare) : ''
  return [header, bare, password].filter((value) => !isPlainWord(value)).map((value) => ({ value, instead }))
}

function passwordIn(base64: string): string {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return new TextDecoder().decode(bytes).replace(/^[^:]*:?/, '')
  } catch {
    return ''
  }
}

/** The mock's own easy credentials (`owner`) are not secrets, and are words of every report. */
const isPlainWord = (text: string): boolean => /^(Bearer )?[a-zA-Z]{0,14}$/.test(text)
