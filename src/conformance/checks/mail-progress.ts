import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Received } from '../../target/exchange.ts'
import type { Thing } from '../compare/things.ts'
import type { Finding } from '../finding/finding.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

type Row = Readonly<Record<string, unknown>>
const HOUR_MS = 3_600_000
/** How long the first attempt of a delivery may take. */
const PATIENCE_MS = 12 * HOUR_MS

const found = (operation: Operation, rules: string[], subject: string, message: string, expected: string): Finding => ({
  severity: 'failure',
  check: 'progress',
  operation: operation.id,
  rules,
  subject,
  message,
  expected,
  actual: 'none',
})

/** When attempts are made is open, but after half a day there was one, and the delivery tells so (EML-15). */
export function checkAttempts(operation: Operation, things: readonly Thing[], shadow: Shadow): Finding[] {
  const late = things.find(({ entity, object: { attempts, messageId, endpointId } }) => {
    if (entity !== 'EmailDelivery' || attempts !== 0) return false
    const messages = rowsOf(shadow.world, 'EmailMessage') as unknown as readonly Row[]
    const endpoints = rowsOf(shadow.world, 'EmailWebhook') as unknown as readonly Row[]
    const sentMs = messages.find(({ id }) => id === messageId)?.createdAtMs
    const open = endpoints.some(({ id, disabled }) => id === endpointId && disabled === false)
    return open && isPast(sentMs, shadow.world.nowMs)
  })
  if (!late) return []
  return [
    found(operation, ['EML-15'], 'EmailDelivery.attempts', 'a delivery of long ago tells of no attempt', 'an attempt'),
  ]
}

const isPast = (ms: unknown, nowMs: number): boolean => typeof ms === 'number' && nowMs - ms > PATIENCE_MS

/** Whose day it is is open; what went out in this very hour was accepted today by any clock (EML-12). */
export function checkAcceptedToday(operation: Operation, { json }: Received, shadow: Shadow, org: string): Finding[] {
  if (operation.id !== 'getEmailSettings' || !isObject(json) || json.acceptedToday !== 0) return []
  const hour = (ms: number) => Math.floor(ms / HOUR_MS)
  const recent = (rowsOf(shadow.world, 'EmailMessage') as unknown as readonly Row[]).some(
    ({ org: whose, direction, stage, createdAtMs }) =>
      whose === org &&
      direction === 'send' &&
      stage !== 'failed' &&
      stage !== 'queued' &&
      typeof createdAtMs === 'number' &&
      hour(createdAtMs) === hour(shadow.world.nowMs),
  )
  if (!recent) return []
  return [found(operation, ['EML-12'], 'acceptedToday', 'a message was accepted, and acceptedToday is 0', 'at least 1')]
}
