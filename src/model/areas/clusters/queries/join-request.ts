import { isObject } from '../../../../contract/json.ts'
import type { Reader } from '../../../world/reader.ts'
import type { DoorCaller } from '../../area.ts'
import type { ClusterRow, JoinTokenRow, RegistrationTokenRow } from '../state/index.ts'

/** A node at the door of a cluster. Without a token it was simply put there. */
export interface JoinRequest {
  readonly cluster: ClusterRow
  readonly node: string
  readonly token: string | undefined
  readonly agentVersion: string | undefined
}

type Presented =
  | { readonly kind: 'join-token'; readonly row: JoinTokenRow }
  | { readonly kind: 'registration-token'; readonly row: RegistrationTokenRow }

/** The token as this cluster knows it; undefined for a token of any other cluster. */
export function presented(reader: Reader, { org, name }: ClusterRow, token: string): Presented | undefined {
  const join = reader.get('JoinToken', org, name, token)
  if (join) return { kind: 'join-token', row: join }
  for (const row of reader.newest('RegistrationToken', 'secret', token))
    if (row.org === org && row.cluster === name) return { kind: 'registration-token', row }
  return undefined
}

/**
 * The caller of a join, known by the token in the body; acts in the cluster's organization (Authentication, point 8).
 */
export const joiner: DoorCaller = (reader, { parameters, body }) => {
  const token = isObject(body) && typeof body.token === 'string' ? body.token : ''
  const name = parameters.name ?? ''
  const [join] = reader.newest('JoinToken', 'secret', token)
  const [registration] = reader.newest('RegistrationToken', 'secret', token)
  const [cluster] = reader.newest('Cluster', 'name', name)
  const org = (join ?? registration ?? cluster)?.org
  if (org === undefined) return undefined
  return { userId: '', label: '', email: '', org, role: '', permissions: [], scope: undefined }
}
