import type { components } from '../../../../contract/generated/api.ts'
import type { Row } from '../../../table/table.ts'

type Schemas = components['schemas']

export type DnsRecord = Schemas['EmailDnsRecord']

export type Capability = DnsRecord['capability']

export type ReceiveState = Schemas['EmailDomain']['receiveState']

export type SendState = Schemas['EmailDomain']['sendState']

export interface RouteRow extends Row {
  readonly domainId: string
  readonly pattern: string
  readonly endpointId: string
  readonly createdAt: string
}

export interface DomainRow extends Row {
  readonly name: string
  readonly sendState: SendState
  readonly receiveState: ReceiveState
  readonly createdAt: string
  readonly dnsRecords: DnsRecord[]
  /** A value of its own that goes into its records. */
  readonly token: string
  /** The records that a lookup finds. */
  readonly published: Readonly<Record<string, string>>
  readonly sendSinceMs: number
  readonly receiveSinceMs: number
  /** The timers of the forced and of the automatic verification pass. */
  readonly forcedDue: string | undefined
  readonly unaskedDue: string | undefined
  /** Number of reads until the next pass, if reads trigger it. */
  readonly readsLeft: number | undefined
}

/** The owner of a name at the mail provider, over all organizations; the id is the name in lower case. */
export interface ClaimRow extends Row {
  /** Absent: an organization outside this world. */
  readonly holder: string | undefined
}
