import { fails, type Report, type ReportedFailure } from '../report.ts'
import { stepAnswer } from './step-answer.ts'
import { noteOn } from './terminal.ts'

/** Workflow commands that GitHub shows beside a run: an error for each failure, a warning, or a notice for what is known. */
export function github({ failures, verdict, stopped, target }: Report): string {
  const unusable = verdict === 'unusable' ? [command('error', `${target} cannot be judged`, stopped?.detail ?? '')] : []
  return [...failures.map(annotation), ...unusable].map((line) => `${line}\n`).join('')
}

function annotation(failure: ReportedFailure): string {
  const { operation, message, sentences, expected, actual, steps, known } = failure
  const level = known ? 'notice' : fails(failure, false) ? 'error' : 'warning'
  const text = [
    `${message}${noteOn(failure)}${known ? ' (known)' : ''}`,
    ...sentences.map(({ id, says, where }) => `${id}: ${says}${where ? ` (${where})` : ''}`),
    `expected ${expected}, actual ${actual}`,
    ...steps.map((step, index) => `${index + 1}. ${step.says} -> ${stepAnswer(step) ?? 'outside'}`),
  ].join('\n')
  return command(level, operation, text)
}

const command = (level: 'error' | 'warning' | 'notice', title: string, text: string): string =>
  `::${level} title=${property(`Understudy: ${title}`)}::${data(text)}`

/** Percent codes for characters that would end a command or begin another. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
