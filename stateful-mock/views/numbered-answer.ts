import { isObject } from '../../src/contract/json.ts'

/** The answer of an event with the number of its journal entry. Most say what the event did; one only shows something. */
export const numberedAnswer = (answer: unknown, entry: number): unknown =>
  isObject(answer) && 'entry' in answer ? { ...answer, entry } : answer
