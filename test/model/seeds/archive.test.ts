import { expect, test } from 'vitest'
import { advance } from '../../../src/model/advance.ts'
import { eventIn } from '../../../src/model/decide.ts'
import { type OldMail, putOldMail } from '../../../src/model/seeds/acme/email/archive.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { arrivals } from '../../../src/model/seeds/kit/transit.ts'
import { emptyTable } from '../../../src/model/table/table.ts'
import { TABLES } from '../../../src/model/tables.ts'
import { OpenTransaction } from '../../../src/model/world/open-transaction.ts'
import { TransactionContext } from '../../../src/model/world/transaction-context.ts'
import type { World } from '../../../src/model/world/world.ts'
import { apply } from '../../../src/model/world/world.ts'
import { contract } from '../support.ts'
import { asked, grown, NINE, rowsOf } from './support.ts'

const DAY = 86_400_000
/** A world without endpoints, in which mail is sent and received at an instant in the past. */
const base = grown(acme)
const domainId = rowsOf(base, 'EmailDomain', 'acme').find(({ name }) => name === 'acme.example')?.id ?? ''
const quiet: World = { ...base, tables: { ...base.tables, EmailWebhook: emptyTable(TABLES.EmailWebhook) } }

const sent = {
  from: 'Acme <orders@acme.example>',
  to: ['ida@customers.example'],
  subject: 'Your receipt',
  text: 'Hello',
}
const several = {
  ...sent,
  to: ['ida@customers.example', 'misaki.sato@customers.example'],
  cc: ['accounts@partners.example'],
  subject: '領収書 – Straße',
}
const received = { from: 'ida@customers.example', to: ['support@acme.example'], subject: 'Where is it?', text: 'Well?' }

/** What the API shows of the message that was added last. */
function shown(world: World, before: World) {
  const known = new Set(rowsOf(before, 'EmailMessage', 'acme').map(({ id }) => id))
  const id = rowsOf(world, 'EmailMessage', 'acme').find((row) => !known.has(row.id))?.id ?? ''
  const { message, events } = asked(world, 'getMessage', 'owner', { id }).body
  const nameless = (text: string) => text.replaceAll(id, 'ID')
  const raw = asked(world, 'getMessageContent', 'owner', { id })
  return {
    message: { ...message, id: '' },
    events,
    content: raw.status === 200 ? nameless(raw.body) : raw.status,
    due: rowsOf(world, 'Due')
      .filter(({ data }) => data.messageId === id)
      .map(({ timer, atMs }) => [timer, atMs]),
  }
}

test.each([
  ['sent', 'send', sent, 12],
  ['sent', 'send', sent, 40],
  ['sent to several', 'send', several, 12],
  ['received', 'receive', received, 12],
  ['received', 'receive', received, 40],
] as const)(
  'old mail that was %s is what telling it would have left (%s, %o, %i days ago)',
  (_, direction, mail, days) => {
    const atMs = NINE - days * DAY
    const start: World = { ...quiet, nowMs: atMs }
    const directly = new OpenTransaction(start, contract.gaps)
    const cc = 'cc' in mail ? mail.cc : undefined
    const old: OldMail = { ...mail, cc, direction, domainId, endMs: NINE }
    putOldMail(new TransactionContext(directly), 'acme', old)

    const telling = new OpenTransaction(start, contract.gaps)
    const body = { ...mail, to: [...mail.to], ...(cc && { cc: [...cc] }) }
    const name = direction === 'send' ? 'messageSent' : 'messageReceived'
    const { messageId } = eventIn(telling, { name, org: 'acme', body }) as { messageId: string }
    let told = telling.commit()
    if (direction === 'send') {
      for (const { recipient, afterMs } of arrivals(messageId, [...mail.to, ...(cc ?? [])])) {
        const later = new OpenTransaction({ ...told, nowMs: atMs + afterMs }, contract.gaps)
        eventIn(later, { name: 'messageDelivered', org: 'acme', body: { messageId, recipient } })
        told = later.commit()
      }
    }
    told = apply(told, advance(told, NINE, contract.gaps).changes)
    expect(shown({ ...directly.commit(), nowMs: NINE }, quiet)).toEqual(shown(told, quiet))
  },
)
