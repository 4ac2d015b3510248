import { isObject } from '../../contract/json.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'
import { KEPT_CREDENTIALS } from '../kit/kept-credentials.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { EventStep } from '../step/step.ts'

type Item = Readonly<Record<string, unknown>>

/** An outside event as a step, with additional fields that a target may need, because not every target can look up a secret. */
export const eventStep = ({ shadow, cast }: Drawing, event: string, body: unknown): EventStep => ({
  kind: 'event',
  event,
  actor: cast.main,
  body: isObject(body) ? { ...known(BESIDE[event]?.(shadow, body) ?? {}), ...body } : body,
})

type Beside = (shadow: Drawing['shadow'], body: Item) => Item | undefined

/** Additional fields about the credential of an event, from the shadow. */
const BESIDE: Readonly<Record<string, Beside>> = {
  credentialUsed(shadow, { kind, secret }) {
    const kept = KEPT_CREDENTIALS[String(kind)]
    const row = kept && rowWith(shadow, kept.table, kept.secret, secret)
    return row && kept.beside(row)
  },
  messageSent: (shadow, { sendKeyId }) => secretOf(rowWith(shadow, 'EmailSendKey', 'id', sendKeyId)),
  imagePushed: (shadow, { keyId }) => secretOf(rowWith(shadow, 'RegistryKey', 'keyId', keyId)),
}

function rowWith({ world }: Drawing['shadow'], table: TableName, field: string, value: unknown): Item | undefined {
  if (value === undefined) return undefined
  const row = rowsOf(world, table as string).find((one) => Reflect.get(one, field) === value)
  return row && { ...row }
}

const secretOf = (row: Item | undefined): Item | undefined => row && { secret: row.secret }

/** The body without values that the target has not shown yet. */
const known = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && !isSymbol(value)))
