import type { TableName } from '../../model/world/rows.ts'

type Item = Readonly<Record<string, unknown>>

/** The table of a kind of credential. */
export interface KeptCredential {
  readonly table: TableName
  /** The field with the secret. */
  readonly secret: string
  /** The fields that its side door needs in addition to the secret. */
  readonly beside: (row: Item) => Item
}

const byId = ({ id }: Item): Item => ({ id })

/** Kinds of credentials that are shown once and open a door that is not part of the API. */
export const KEPT_CREDENTIALS: Readonly<Record<string, KeptCredential>> = {
  'personal-token': { table: 'PersonalToken', secret: 'key', beside: byId },
  'registry-key': {
    table: 'RegistryKey',
    secret: 'secret',
    beside: ({ keyId, registry }) => ({ id: keyId, registry }),
  },
  'login-credential': { table: 'LoginCredential', secret: 'password', beside: ({ username }) => ({ username }) },
  'send-key': { table: 'EmailSendKey', secret: 'secret', beside: byId },
  'alert-source': { table: 'OncallAlertSource', secret: 'token', beside: byId },
  'registration-token': {
    table: 'RegistrationToken',
    secret: 'token',
    beside: ({ id, cluster }) => ({ id, cluster }),
  },
  'export-token': { table: 'UptimeExportToken', secret: 'token', beside: byId },
}
