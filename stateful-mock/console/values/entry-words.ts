import { sentenceCase } from '../contract/resources.ts'
import { timerWords } from '../contract/timer-words.ts'
import type { Entry } from '../world/journal.ts'

const CLOCK_MODES: Readonly<Record<string, string>> = { real: 'real time', frozen: 'paused', set: 'running' }

/** The description of a journal entry. */
export function entryWords(kind: Entry['kind'], name: string): string {
  if (kind === 'clock') return `Clock changed (${CLOCK_MODES[name] ?? name})`
  return kind === 'timer' ? timerWords(name) : sentenceCase(name)
}
