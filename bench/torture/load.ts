import type { OperationId } from '../../src/model/request/operation-types.ts'
import type { Dice } from '../../src/model/seeds/kit/dice.ts'
import type { Ledger, Look, Thing } from './ledger.ts'

/** Sends a request to a sandbox; rejects when no whole answer comes. */
export interface Wire {
  call(operation: OperationId, parameters: Readonly<Record<string, string>>, body?: unknown): Promise<Answered>
  control(path: string, body: unknown): Promise<Answered>
}
export type Answered = Readonly<Record<string, unknown>>

/** Things that can be made, and perhaps changed and taken away. */
interface Kind {
  readonly table: string
  /** The field that has the name, in a body as in a row. */
  readonly field: string
  readonly make: OperationId
  readonly body?: Answered
  readonly nameFrom?: (serial: string) => string
  /** The path parameter of its id in the other operations. */
  readonly idIs?: 'slug'
  readonly change?: { readonly operation: OperationId; readonly to: readonly [Answered, ...Answered[]] }
  readonly end?: OperationId
}

const SCHEDULE = {
  timezone: 'UTC',
  participants: [{ userId: 'usr_ada', label: 'Ada' }],
  handoff: { interval: 'daily', time: '09:00' },
}

const KINDS: readonly [Kind, ...Kind[]] = [
  { table: 'UptimeService', field: 'name', make: 'createUptimeService', end: 'deleteUptimeService' },
  {
    table: 'OncallSchedule',
    field: 'name',
    make: 'createSchedule',
    body: SCHEDULE,
    change: { operation: 'updateSchedule', to: [{ timezone: 'Europe/Paris' }, { timezone: 'Asia/Tokyo' }] },
    end: 'deleteSchedule',
  },
  {
    table: 'OncallEscalationPolicy',
    field: 'name',
    make: 'createEscalationPolicy',
    body: { repeat: 0, steps: [{ waitSeconds: 300, target: { kind: 'user', id: 'usr_ada', label: 'Ada' } }] },
    change: { operation: 'updateEscalationPolicy', to: [{ repeat: 1 }, { repeat: 2 }] },
    end: 'deleteEscalationPolicy',
  },
  {
    table: 'EmailSuppression',
    field: 'address',
    make: 'createSuppression',
    nameFrom: (serial) => `${serial}@customer.example`,
    end: 'deleteSuppression',
  },
  { table: 'Registry', field: 'slug', make: 'createRegistry', idIs: 'slug', end: 'deleteRegistry' },
  { table: 'PersonalToken', field: 'name', make: 'createToken' },
]

interface Made {
  readonly kind: Kind
  readonly thing: Thing
  readonly id: string
  readonly look: Look
}

const idOf = ({ kind, id }: Made) => ({ [kind.idIs ?? 'id']: id })

const ACTS = ['make', 'make', 'make', 'change', 'change', 'end', 'event', 'clock'] as const

/** Writes without end over several areas, until nobody answers; the ledger has what was answered. */
export async function load(wire: Wire, sandbox: string, prefix: string, dice: Dice, ledger: Ledger): Promise<void> {
  const made: Made[] = []
  for (let count = 0; ; count++)
    try {
      await act(`${prefix}-${count}`)
    } catch (error) {
      if (error instanceof NoAnswer) return
      throw error
    }

  async function act(serial: string): Promise<void> {
    const wanted = dice.pick(ACTS)
    if (wanted === 'event') return fire(serial)
    if (wanted === 'clock') return wait()
    const at = dice.between(0, made.length - 1)
    const one = made[at]
    if (wanted === 'change' && one?.kind.change) made[at] = await change(one, one.kind.change)
    else if (wanted === 'end' && one?.kind.end) {
      made.splice(at, 1)
      await end(one, one.kind.end)
    } else made.push(await make(dice.pick(KINDS), serial))
  }

  async function make(kind: Kind, serial: string): Promise<Made> {
    const name = kind.nameFrom?.(serial) ?? serial
    const thing = { sandbox, table: kind.table, field: kind.field, name }
    const look = { [kind.field]: name }
    const body = await ledger.write(thing, look, () => wire.call(kind.make, {}, { ...kind.body, ...look }))
    const id = String(body[kind.idIs ?? 'id'])
    const known = { ...look, [kind.idIs ?? 'id']: id }
    ledger.know(thing, known)
    return { kind, thing, look: known, id }
  }

  async function change(one: Made, { operation, to }: NonNullable<Kind['change']>): Promise<Made> {
    const values = dice.pick(to)
    const look = { ...(one.look as object), ...values }
    await ledger.write(one.thing, look, () => wire.call(operation, idOf(one), values))
    return { ...one, look }
  }

  async function end(one: Made, operation: OperationId): Promise<void> {
    await ledger.write(one.thing, 'gone', () => wire.call(operation, idOf(one)))
  }

  /** Something that happens outside: an alert for the one incident that all of them attach to. */
  async function fire(alert: string): Promise<void> {
    const thing = { sandbox, table: 'OncallAlert', field: 'identity', name: alert }
    const body = { serviceId: 'svc_checkout', alert, title: 'Slow' }
    await ledger.write(thing, { status: 'firing' }, () => wire.control('events/alert-fires', body))
  }

  async function wait(): Promise<void> {
    const { clock } = await wire.control('clock/advance', { by: `PT${dice.between(1, 20)}S` })
    ledger.clockWas(sandbox, (clock as { now: string }).now)
  }
}

/** The server went away before it had answered. */
export class NoAnswer extends Error {}
