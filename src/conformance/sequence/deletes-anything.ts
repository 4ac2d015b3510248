import type { GapValues } from '../../contract/generated/gaps.ts'
import { OPEN_EXISTENCE } from '../judge/judge-unexplained.ts'
import type { Judged } from '../judge/judged.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { RequestStep } from '../step/step.ts'

const ACCEPT: GapValues['general.repeat-delete'] = 'accept'

/**
 * True if a target was accused of deleting what somebody else has, and accepts to delete what nobody has as well: then its
 * answer does not say that it has deleted anything. That is tried with an identifier of the same shape.
 */
export async function deletesAnything(session: Session, step: RequestStep, { findings }: Judged): Promise<boolean> {
  const { contract } = session
  const { does, parameters } = contract.operation(step.operation)
  const isAccused = findings.some(
    ({ code, rules }) => code === 'accepted' && rules.some((id) => OPEN_EXISTENCE.has(id)),
  )
  if (does !== 'delete' || !isAccused || contract.gaps.pinned('general.repeat-delete')) return false
  const last = parameters.findLast((parameter) => parameter.in === 'path')?.name ?? ''
  const nobodys = { ...step, parameters: { ...step.parameters, [last]: sameShape(step.parameters[last] ?? '') } }
  const exchange = await sendAside(session, nobodys)
  return exchange.answered && exchange.received.status < 300
}

export const deletingAnything = (shadow: Shadow): Shadow => ({
  ...shadow,
  learned: new Map([...shadow.learned, ['general.repeat-delete', ACCEPT]]) as Shadow['learned'],
})

/** Nobody has so many things. */
const FAR_AWAY = 900_000_000

/** An identifier of the same shape, which nobody has: another number, or other letters and digits at its end. */
export function sameShape(id: string): string {
  if (/^\d+$/.test(id)) return String(FAR_AWAY + (Number(id) % FAR_AWAY))
  const [head, tail] = [id.slice(0, -8), id.slice(-8)]
  return head + tail.replace(/[0-9a-z]/gi, (sign) => NEXT[NEXT.indexOf(sign) + 1] ?? sign)
}

/** Each is followed by another one that may stand in its place, in hexadecimal numbers too. */
const NEXT = '01234567890 abcdefa ABCDEFA ghijklmnopqrstuvwxyzg GHIJKLMNOPQRSTUVWXYZG'
