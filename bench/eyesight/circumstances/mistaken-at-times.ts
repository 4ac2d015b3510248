import { everyRow, type Row, type Table } from '../../../src/model/table/table.ts'
import type { Answer } from '../../../stateful-mock/http/wire.ts'
import { jsonAnswer } from '../../../stateful-mock/http/wire.ts'
import { mistakenMock } from '../../mistakes/mistaken.ts'
import { withMistakes } from '../../mistakes/switched-on.ts'
import type { MockParts } from '../judge-mock.ts'
import { type Asked, askedBy, madeBy } from './asked.ts'
import { callerOf } from './caller.ts'
import type { Circumstance } from './circumstances.ts'
import { concerns, type Mistake } from './mistake.ts'

export interface AtTimes {
  readonly mistake: Mistake
  readonly circumstance: Circumstance
  readonly lot: number
}

/** How often the circumstance was there, and how often the mistake then changed what was answered or what was kept. */
export interface Occasions {
  held: number
  changed: number
  /** The first request that it changed. */
  first?: string
}

type Tables = Readonly<Record<string, Table<Row>>>

const kept = (tables: Tables, since: Tables): string =>
  timeless(
    JSON.stringify(
      Object.keys(tables)
        .filter((name) => tables[name] !== since[name])
        .map((name) => [name, [...everyRow(tables[name] as Table<Row>)]]),
    ),
  )

/** The clock goes on between the right answer and the wrong one. */
const timeless = (text: string): string => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{13}\b/g, '')

/** A mock that makes a mistake only in a circumstance. */
export async function mistakenAtTimes(
  { mistake, circumstance, lot }: AtTimes,
  occasions: Occasions,
): Promise<MockParts> {
  const parts = (await mistakenMock()) as MockParts
  const before: Asked[] = []
  const reads = new Map<string, Answer>()
  return {
    makeNodeMock: parts.makeNodeMock,
    answerRequest(mock, request, onFault) {
      const { holder } = mock.sandboxes.defaultSandbox
      const answer = (ids: readonly string[]) => withMistakes(ids, () => parts.answerRequest(mock, request, onFault))
      const asked = askedBy(mock.contract, {
        method: request.method,
        target: request.target,
        caller: callerOf(request),
        body: request.body === 'too large' ? '' : new TextDecoder().decode(request.body),
        atMs: holder.world.nowMs,
      })
      if (!asked) return answer([])
      const key = `${asked.caller} ${asked.path}`
      const isNow = concerns(mistake, asked) && circumstance.holds(asked, before, lot)
      const handled = isNow ? wrongly(key) : answer([])
      if (handled.answer instanceof Promise) return handled
      asked.status = handled.answer.status
      const made = asked.does === 'create' ? madeBy(handled.answer.body) : undefined
      if (made !== undefined) asked.made = made
      before.push(asked)
      if (asked.does === 'read' || asked.does === 'list') reads.set(key, handled.answer)
      return handled

      function wrongly(read: string): ReturnType<MockParts['answerRequest']> {
        occasions.held++
        const since = holder.world.tables as unknown as Tables
        const { entries } = holder
        const right = answer([])
        if (right.answer instanceof Promise) return right
        const was = { answer: right.answer, rows: kept(holder.world.tables as unknown as Tables, since) }
        const isDone = right.answer.status < 300
        const back = () => {
          if (holder.entries > entries) holder.undoTo(entries)
        }
        if (mistake.kind === 'rule') {
          back()
          const wrong = answer([mistake.rule.id])
          if (!(wrong.answer instanceof Promise)) {
            const rows = kept(holder.world.tables as unknown as Tables, since)
            const differs =
              wrong.answer.status !== was.answer.status ||
              timeless(wrong.answer.body ?? '') !== timeless(was.answer.body ?? '')
            if (differs || rows !== was.rows) change()
          }
          return wrong
        }
        if (!isDone) return right
        if (mistake.kind === 'stale') {
          const old = reads.get(read)
          if (!old || old.body === right.answer.body || old.status !== right.answer.status) return right
          change()
          return { ...right, answer: old }
        }
        if (holder.entries === entries) return right
        back()
        change()
        return mistake.kind === 'forgotten'
          ? right
          : { answer: jsonAnswer(mistake.status, { error: 'this cannot be done' }) }
      }

      function change(): void {
        occasions.changed++
        occasions.first ??= `${request.method} ${request.target} ${asked?.caller}`
      }
    },
  }
}
