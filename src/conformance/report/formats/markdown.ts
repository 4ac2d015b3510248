import {
  contradictions,
  ONLY_KNOWN,
  onlyKnown,
  type Report,
  type ReportedFailure,
  type ReportedStep,
} from '../report.ts'
import { stepAnswer } from './step-answer.ts'
import { noteOn, plural } from './terminal.ts'
import { usedUpBudgets } from './used-up.ts'

/** For the summary page of a CI job. */
export function markdown(report: Report): string {
  const { failures, requests, seconds, operations, rules, target, seed, stopped } = report
  const called = operations.filter(({ statuses }) => Object.keys(statuses).length > 0).length
  const stated = rules.filter(({ provenance }) => provenance !== 'assumed')
  const [mark, said] = headline(report)
  return [
    `## ${mark} ${code(target)} ${said}`,
    '',
    `| ${['failures', 'warnings', 'known', 'requests', 'seconds', 'operations', 'rules', 'seed'].join(' | ')} |`,
    '|---:|---:|---:|---:|---:|---:|---:|---:|',
    `| ${[
      failures.filter(({ severity, known }) => severity === 'failure' && !known).length,
      failures.filter(({ severity, known }) => severity === 'warning' && !known).length,
      failures.filter(({ known }) => known).length,
      requests,
      seconds,
      `${called} of ${operations.length}`,
      `${stated.filter(({ exercised }) => exercised).length} of ${stated.length}`,
      seed,
    ].join(' | ')} |`,
    ...(stopped ? ['', `The run ended early: ${inline(stopped.detail)}.`] : []),
    ...usedUpBudgets(report).flatMap((line) => ['', `${inline(line)}.`]),
    ...failures.flatMap((failure) => ['', ...described(failure)]),
    ...contradicted(report),
    ...left(report),
    '',
  ].join('\n')
}

function headline(report: Report): [mark: string, said: string] {
  if (onlyKnown(report)) return ['☑️', ONLY_KNOWN]
  const { verdict } = report
  return [verdict === 'conforms' ? '✅' : '❌', verdict === 'unusable' ? 'cannot be judged' : verdict]
}

function described(failure: ReportedFailure): string[] {
  const { severity, operation, message, sentences, expected, actual, steps, known } = failure
  const curls = steps.flatMap(({ curl }) => (curl ? [curl] : []))
  return [
    `### ${severity === 'failure' ? '❌' : '⚠️'} ${inline(operation)}: ${inline(message)}${noteOn(failure)}${known ? ' (known)' : ''}`,
    '',
    ...sentences.map(({ id, says, where }) => `- **${inline(id)}** ${inline(says)} (${inline(where)})`),
    '',
    '| expected | actual |',
    '|---|---|',
    `| ${cell(expected)} | ${cell(actual)} |`,
    '',
    ...steps.map(
      (step, index) =>
        `${index + 1}. ${code(step.says)} → ${answered(step)}${step.withNext ? ' (at the same time as the next)' : ''}`,
    ),
    ...(curls.length > 0
      ? [
          '',
          `<details><summary>${plural(curls.length, 'curl line')}</summary>`,
          '',
          `${fence(curls)}sh`,
          ...curls,
          fence(curls),
          '',
          '</details>',
        ]
      : []),
  ]
}

function answered(step: ReportedStep): string {
  const answer = stepAnswer(step)
  if (answer === undefined) return 'outside'
  return step.status === null ? code(answer) : answer
}

function contradicted(report: Report): string[] {
  const lines = contradictions(report).map(
    ({ gap, values }) =>
      `- ${code(gap)}: ${values.map(({ value, times }) => `${code(JSON.stringify(value))} (${times} times)`).join(', ')}`,
  )
  return lines.length > 0 ? ['', '### Contradicts itself at open points', '', ...lines] : []
}

/** The things that could not be checked, by reason. */
function left({ notExercised }: Report): string[] {
  if (notExercised.length === 0) return []
  const reasons = [...new Set(notExercised.map(({ why }) => why))]
  return [
    '',
    `<details><summary>${plural(notExercised.length, 'thing')} not exercised</summary>`,
    '',
    ...reasons.map((why) => {
      const ids = notExercised.filter((missed) => missed.why === why).map(({ id }) => code(id))
      return `- ${inline(why)}: ${ids.join(', ')}`
    }),
    '',
    '</details>',
  ]
}

/** Text of a target as it is, on one line, with nothing in it that Markdown would read. */
export const inline = (text: string): string =>
  text.replace(/[\\`*_<>|[\]]/g, (character) => `\\${character}`).replace(/\s+/g, ' ')
const cell = (text: string): string => code(text.replaceAll('|', '\\|'))

/** A code span holds backticks when its fence is longer than any of them. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const longest = longestTicks(line)
  const ticks = '`'.repeat(longest + 1)
  return longest > 0 ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`
}

/** Around lines that may have backticks of their own. */
const fence = (lines: readonly string[]): string => '`'.repeat(Math.max(3, longestTicks(lines.join('\n')) + 1))

const longestTicks = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, ticks) => Math.max(longest, ticks.length), 0)
