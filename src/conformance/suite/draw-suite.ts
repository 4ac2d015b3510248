import type { Cast } from '../kit/cast.ts'
import type { Drawer } from '../kit/drawer.ts'
import type { Session } from '../session/session.ts'
import { concrete, renumber, type Step } from '../step/step.ts'
import { inFull, type SuiteSequence } from './suite-sequence.ts'
import { inWordsOf } from './symbols.ts'

/**
 * Takes the steps of a sequence one after the other. What this target has no word for, nobody can cause or the profile
 * leaves out is not done, nor is what needs an answer to it.
 */
export function drawSuite(session: Session, { steps }: SuiteSequence, cast: Cast): Drawer {
  const { contract, base } = session
  const full = steps.map(inFull)
  const places = new Map<number, number>()
  let next = 0
  return (shadow, index, salt, answers) => {
    while (next < full.length) {
      const place = next++
      const around = { contract, cast, base, nowMs: shadow.world.nowMs }
      const step = possible(session, full[place])
      const here = step && inWordsOf(around, step)
      const moved = here && renumber(here, places)
      const ready = moved && concrete(moved, answers, salt)
      if (!ready) continue
      places.set(place, index)
      return ready
    }
    return undefined
  }
}

function possible({ contract, driver, budget }: Session, step: Step | undefined): Step | undefined {
  if (step?.kind === 'event') return driver.can(step.event) ? step : undefined
  if (!step || contract.profile.leaveOut.includes(step.operation)) return undefined
  const isDoor = contract.doors.has(step.operation)
  if (isDoor && !(step.operation in contract.profile.bindings)) return undefined
  return budget.affords(contract.operation(step.operation)) ? step : undefined
}
