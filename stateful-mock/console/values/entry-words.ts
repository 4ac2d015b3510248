import { sentenceCase } from '../contract/resources.ts'
import { timerWords } from '../contract/timer-words.ts'
import type { Entry } from '../world/journal.ts'
import { shortInstant } from './instant.tsx'

const CLOCK_MODES: Readonly<Record<string, string>> = { real: 'real time', frozen: 'paused', set: 'running' }

/** The description of a journal entry. */
export function entryWords({ kind, name, at }: Pick<Entry, 'kind' | 'name' | 'at'>): string {
  if (kind === 'clock') return `Clock set to ${shortInstant(at)}, ${CLOCK_MODES[name] ?? name}`
  return kind === 'timer' ? timerWords(name) : sentenceCase(name)
}
