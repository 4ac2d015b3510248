import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { remembered, wordForWord } from '../script/remembered.ts'

/**
 * What is refused is refused again when it is asked for again, word for word: a target may have kept something of the first
 * request before it looked whether it is allowed.
 */
export const insisted = (walks: readonly Walk[]): Walk[] =>
  walks.map((walk) => walk.flatMap((goal) => (isToBeRefused(goal) ? twice(goal) : [goal])))

const isToBeRefused = (goal: Goal): goal is CallGoal =>
  goal.kind === 'call' &&
  (goal.intent === 'broken' || goal.manner === 'broken' || goal.manner === 'unknown-id') &&
  !goal.withNext &&
  !goal.justBefore &&
  !goal.duringNext

function twice(goal: CallGoal): Goal[] {
  const before = remembered()
  const { twist: _twist, manner = 'plain', ...plain } = goal
  const again: CallGoal = {
    ...plain,
    manner: manner === 'broken' ? 'plain' : manner,
    intent: 'broken',
    ...wordForWord(before, goal),
    // Where there was nothing to ask for, there is nothing to ask for again.
    optional: true,
  }
  return [
    {
      ...goal,
      drawn(step, drawing) {
        goal.drawn?.(step, drawing)
        before.drawn(step, drawing)
      },
    },
    again,
  ]
}
