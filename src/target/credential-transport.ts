import type { Contract } from '../contract/contract.ts'

type Headers = Readonly<Record<string, string>>

/** The header that a credential travels in, and what stands before it there. */
export interface CredentialTransport {
  readonly header: string
  readonly prefix: string
}

/** The way credentials are sent to a target: as the profile says, else as those of its actors are. */
export function credentialTransport(
  { gaps }: Pick<Contract, 'gaps'>,
  actors: Readonly<Record<string, Headers>>,
): CredentialTransport {
  const { header, scheme } = gaps.value('general.credential-transport')
  const usual = { header, prefix: scheme ? `${scheme} ` : '' }
  if (gaps.pinned('general.credential-transport')) return usual
  const one = Object.values(actors).find((headers) => Object.keys(headers).length === 1)
  const [[name, value] = []] = Object.entries(one ?? {})
  if (name === undefined || value === undefined || isForPeople(name, value)) return usual
  return { header: name, prefix: /^(\w+ )\S+$/.exec(value)?.[1] ?? '' }
}

/** A browser's cookie, or a name with a password: neither has a place for a token. */
const isForPeople = (name: string, value: string): boolean => name.toLowerCase() === 'cookie' || /^basic /i.test(value)

/** An actor's headers with another credential in place of their own. */
export function showing(credential: string, own: Headers, transport: CredentialTransport): Headers {
  const { header, prefix } = transport
  return { ...besideCredential(own, transport), [header.toLowerCase()]: prefix + credential }
}

/** What an actor sends beside a credential: it may say for which organization they act. */
export function besideCredential(own: Headers, { header }: CredentialTransport): Headers {
  const carriers = [header.toLowerCase(), 'authorization', 'cookie']
  return Object.fromEntries(Object.entries(own).filter(([name]) => !carriers.includes(name.toLowerCase())))
}
