import { type Contract, loadContract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import source from '../../contract/generated/spec.js'
import type { Json } from '../../contract/json.ts'
import { unsendableHeader } from '../../contract/profile/unsendable-header.ts'
import type { Profile } from '../../contract/profile.ts'
import { validatorFor } from '../../contract/schema/schema-compiler.ts'
import type { Client } from '../client.ts'
import type { Driver } from '../driver.ts'
import { UNSTOPPED } from '../stopping.ts'
import { profileSecrets } from '../writing/profile-secrets.ts'
import { makeRedactor } from '../writing/redactor.ts'
import { expectMayChange, parseAddress } from './address.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { callersIn, type Tried, tryCredential } from './credentials.ts'
import { driverFor } from './driver-for.ts'
import { folderOf, type GivenProfile, readGiven } from './given-profile.ts'
import { mockGaps } from './mock-gaps.ts'
import { mockProfile } from './mock-profile.ts'
import { problemReaching } from './reach.ts'
import { Unusable } from './unusable.ts'

export interface OpenOptions extends GivenProfile, ConnectOptions {
  /** Watching is allowed on any machine, because it changes nothing. */
  readonly purpose: 'change' | 'look'
  /** The target may be on another machine. */
  readonly allowChanges?: boolean
  /** The time that a target may take to start. */
  readonly waitMs?: number
  /** Each actor's credential is tried before anything else. */
  readonly tryCredentials?: boolean
}

/** An implementation, ready to be called. */
export interface Target {
  readonly url: string
  /** As the profile reads it; our own mock says itself how it is to be read. */
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  /** The choices of our own mock at each gap; undefined for any other target. */
  readonly mockGaps: Readonly<Record<string, Json>> | undefined
  close(): Promise<void>
}

/** Reaches a target, finds out who may call it and how events are caused there. Throws Unusable where there is no going on. */
export async function openTarget(options: OpenOptions): Promise<Target> {
  const { url } = options
  parseAddress(url)
  if (options.purpose === 'change') expectMayChange(url, options.allowChanges ?? false)
  const given = readGiven(options)
  const client = connect(options, given)
  try {
    const problem = await problemReaching(client, options)
    if (problem !== undefined) throw new Unusable(`${url} cannot be reached${waited(options)}: ${problem}.`)
    const gaps = await mockGaps(client)
    const profile = given ?? (gaps && (await mockProfile(client, options.purpose)))
    const contract = loadContract(source, profile)
    await expectCallers(contract, client, options)
    const place = { url, folder: folderOf(options), stopping: options.stopping ?? UNSTOPPED }
    const driver = await driverFor({ ...place, contract, isMock: gaps !== undefined }).catch((error: Error) => {
      throw new Unusable(`The driver cannot be loaded: ${error.message}.`)
    })
    return { url, contract, client, driver, mockGaps: gaps, close: () => client.close() }
  } catch (error) {
    await client.close()
    throw error instanceof Unusable && given ? new Unusable(withoutSecrets(error.message, given)) : error
  }
}

/** Removes secrets from a message: a target or a driver may repeat what it was sent. */
const withoutSecrets = (message: string, profile: Profile): string =>
  makeRedactor(profileSecrets(profile)).text(message)

const waited = ({ waitMs = 0 }: OpenOptions): string => (waitMs > 0 ? ` after ${waitMs / 1000} seconds` : '')

async function expectCallers(contract: Contract, client: Client, { url, tryCredentials }: OpenOptions): Promise<void> {
  const callers = callersIn(contract.profile)
  if (callers.length === 0) throw new Unusable('No actor has a credential: give a --profile whose actors have headers.')
  if (!tryCredentials) return
  for (const [name, actor] of callers) {
    const unsendable = unsendableHeader(name, actor)
    if (unsendable) throw new Unusable(`${unsendable.problem.replace(/^the /, 'The ')}.`)
    const tried = await tryCredential(contract, client, actor)
    const hindrance = worded(tried, url, name)
    if (hindrance !== undefined) throw new Unusable(hindrance)
  }
}

/** The problem that prevents a run. Refusals other than 401 are left to the judge. */
function worded(tried: Tried, url: string, name: string): string | undefined {
  if (tried.outcome === 'unanswered') return `${url} cannot be reached: ${tried.problem}.`
  if (tried.outcome === 'not JSON')
    return `${url} answers ${tried.contentType} to ${tried.call}, not JSON: is the API there?`
  if (tried.outcome === 'refused' && tried.status === 401)
    return `${url} does not accept the credential of ${name}: ${tried.call} answered 401.`
  return undefined
}

/** The contract with what our own mock says of itself filled in: there nothing is open. */
export function contractHere({ contract, mockGaps: gaps }: Target): Contract {
  if (!gaps) return contract
  const { profile } = contract
  const known = Object.entries(gaps).filter(([id, value]) => isChoice(contract, id, value))
  return loadContract(source, { ...profile, gaps: { ...profile.gaps, ...Object.fromEntries(known) } })
}

/** Anybody may answer at our mock's addresses: what is no choice at a gap is not taken for one. */
function isChoice({ gaps: { definitions } }: Contract, id: string, value: Json): boolean {
  const definition = definitions.get(id as GapId)
  return definition !== undefined && validatorFor(definition.schema)(value).length === 0
}
