import type { Operation } from '../../contract/operations.ts'
import { liveRows } from '../shadow/rows.ts'
import { type Drawing, plainName } from './drawing.ts'

/** What brings a thing about that no creating operation makes: an event, another operation, or something before it. */
type Way =
  | { readonly event: string; readonly body: unknown }
  | { readonly operation: string }
  | { readonly missing: string }

type Rows = readonly Readonly<Record<string, unknown>>[]

/** By entity, or by a state of one. Undefined: the creating operation does. */
export const WAYS: Readonly<Record<string, (drawing: Drawing) => Way | undefined>> = {
  RegistryRepository: image,
  RegistryTag: image,
  RegistryManifest: image,
  RegistryUpstreamCredential: () => ({ operation: 'setUpstreamCredential' }),
  ArmedDomain: (drawing) =>
    some(drawing, 'EmailDomain') ? { operation: 'armDomainReceiving' } : { missing: 'EmailDomain' },
  UnarmedDomain: () => ({ operation: 'createDomain' }),
  /** Its records are published and looked at. */
  VerifiedDomain(drawing) {
    const domain = newest(drawing, 'EmailDomain')
    if (!domain) return { missing: 'EmailDomain' }
    if (Object.keys((domain.published ?? {}) as object).length === 0)
      return { event: 'dnsRecordPublished', body: { domain: domain.name } }
    return domain.forcedDue === undefined ? { operation: 'checkDomain' } : PAST_A_WHILE
  },
  EmailMessage(drawing) {
    const domain = verifiedDomain(drawing)
    return domain ? { event: 'messageSent', body: plainMail(drawing, domain) } : { missing: 'VerifiedDomain' }
  },
  EmailDelivery: (drawing) =>
    some(drawing, 'EmailWebhook') ? WAYS.EmailMessage?.(drawing) : { missing: 'EmailWebhook' },
  ReadyCluster: (drawing) => (some(drawing, 'Cluster') ? PAST_A_WHILE : { missing: 'Cluster' }),
  Node(drawing) {
    const cluster = newest(drawing, 'Cluster')
    if (!cluster) return { missing: 'Cluster' }
    return isReady(cluster)
      ? { event: 'nodeJoins', body: { cluster: cluster.name, node: plainName(drawing), ready: true } }
      : PAST_A_WHILE
  },
}

/** Whether what an operation is about may have to be made by outside events, which others would notice. */
export const needsEvents = ({ entity, parameters }: Operation): boolean =>
  [entity, ...parameters.map(({ names }) => names)].some((name) => EVENTFUL.has(name ?? ''))

const EVENTFUL: ReadonlySet<string> = new Set(['EmailMessage', 'EmailDelivery', 'Node'])

/** Long enough for provisioning, a roll or a verification. */
const PAST_A_WHILE: Way = { event: 'advanceClock', body: { by: 'PT1H' } }

/** Whether there is one of an entity, or one in such a state. */
export function isThere(drawing: Drawing, wanted: string): boolean {
  if (wanted === 'ArmedDomain') return all(drawing, 'EmailDomain').some(isArmed)
  if (wanted === 'UnarmedDomain') return all(drawing, 'EmailDomain').some((domain) => !isArmed(domain))
  if (wanted === 'VerifiedDomain') return verifiedDomain(drawing) !== undefined
  if (wanted === 'ReadyCluster') return all(drawing, 'Cluster').some(isReady)
  return some(drawing, wanted)
}

const isArmed = ({ receiveState }: Readonly<Record<string, unknown>>): boolean =>
  receiveState === 'pending' || receiveState === 'verified'

const all = ({ shadow, org }: Drawing, entity: string): Rows => liveRows(shadow.world, entity, org) as unknown as Rows
const some = (drawing: Drawing, entity: string): boolean => all(drawing, entity).length > 0
export const newest = (drawing: Drawing, entity: string) => all(drawing, entity).at(-1)

export const isReady = ({ work }: Readonly<Record<string, unknown>>): boolean =>
  (work as { endedMs?: number } | undefined)?.endedMs !== undefined

export const verifiedDomain = (drawing: Drawing) =>
  all(drawing, 'EmailDomain').findLast(({ sendState }) => sendState === 'verified')

export const plainMail = (drawing: Drawing, { name }: Readonly<Record<string, unknown>>) => ({
  from: `news@${String(name)}`,
  to: [`${plainName(drawing)}@reader.example`],
  subject: 'plain',
  text: 'plain text',
})

function image(drawing: Drawing): Way {
  const registry = newest(drawing, 'Registry')
  if (!registry) return { missing: 'Registry' }
  return {
    event: 'imagePushed',
    body: {
      registry: registry.slug,
      repository: plainName(drawing),
      tags: ['latest'],
      digest: digestOf(drawing),
      layers: [{ digest: digestOf(drawing), sizeBytes: 1000 }],
    },
  }
}

/** A digest nobody has seen. */
export function digestOf(drawing: Drawing): string {
  const letters = [...`${drawing.salt}.${drawing.next()}`].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return `sha256:${letters.padEnd(64, '0').slice(0, 64)}`
}
