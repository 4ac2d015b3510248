import type { Contract } from '../../contract/contract.ts'
import { RULES } from '../../model/model.ts'
import { curl } from '../../target/curl.ts'
import type { RunResult } from '../runner.ts'
import type { Shrunk } from '../shrink.ts'
import type { Step } from '../step.ts'

/** How words are made to stand out; plain text by default. */
export interface Paint {
  readonly bad: (text: string) => string
  readonly good: (text: string) => string
  readonly faint: (text: string) => string
}

export const PLAIN: Paint = { bad: (text) => text, good: (text) => text, faint: (text) => text }

/** One failure: the rule in words, the shortest sequence, expected and actual, curl lines. */
export function describeFailure(
  contract: Contract,
  { sequence, finding, how }: Shrunk,
  url: string,
  paint: Paint = PLAIN,
): string {
  const rules = finding.rules.map((id) => `  ${id}: ${ruleText(contract, id)}`)
  const steps = sequence.trace.map(({ step, exchange }, index) => {
    const status = exchange?.answered ? String(exchange.received.status) : ''
    return `  ${index + 1}. ${describeStep(step)} ${paint.faint(`-> ${status}`)}`
  })
  const headers = new Set(
    Object.values(contract.profile.actors).flatMap(({ headers: own }) =>
      Object.keys(own).map((name) => name.toLowerCase()),
    ),
  )
  const curls = sequence.trace.flatMap(({ exchange }) => (exchange ? [`  ${curl(exchange.sent, url, headers)}`] : []))
  const note = how === 'reduced' ? '' : how === 'flaky' ? ' (flaky: it did not repeat)' : ' (not reduced)'
  return [
    `${paint.bad(finding.severity === 'failure' ? 'FAILURE' : 'WARNING')} ${finding.operation}: ${finding.message}${note}`,
    ...rules,
    `  expected  ${finding.expected}`,
    `  actual    ${finding.actual}`,
    `  ${sequence.trace.length} ${sequence.trace.length === 1 ? 'request' : 'requests'}:`,
    ...steps,
    ...curls.map((line) => paint.faint(line)),
  ].join('\n')
}

function ruleText(contract: Contract, id: string): string {
  const rule = RULES.find((candidate) => candidate.id === id)
  const line = contract.checklist.get(id)
  return rule ? `${rule.says} (${rule.where})` : line ? `${line.says} (${line.where})` : ''
}

export function describeStep(step: Step): string {
  if (step.kind === 'event') return `outside event ${step.event} ${JSON.stringify(step.body)}`
  const parameters = Object.values(step.parameters).join(' ')
  const query = new URLSearchParams(step.query).toString()
  const body = step.body === undefined ? '' : JSON.stringify(step.body)
  return [
    step.operation,
    `as ${step.actor}`,
    parameters,
    query && `?${query}`,
    body.length > 160 ? `${body.slice(0, 159)}…` : body,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The closing lines of a run. */
export function describeRun(
  contract: Contract,
  result: RunResult,
  operations: readonly string[],
  paint: Paint = PLAIN,
): string {
  const failures = result.failures.filter(({ finding }) => finding.severity === 'failure').length
  const warnings = result.failures.length - failures
  const refusals = RULES.filter((rule) => rule.kind === 'refusal' && rule.provenance !== 'assumed')
  const covered = refusals.filter(({ id }) => result.coverage.refusals.has(id)).length
  const verdict = failures > 0 ? paint.bad('does not conform') : paint.good('conforms, as far as this run could see')
  const silent = [...result.coverage.inconclusive].map(([reason, times]) => `  ${times} x ${reason}`)
  return [
    `${verdict}: ${plural(failures, 'failure')}, ${plural(warnings, 'warning')}`,
    `${plural(result.requests, 'request')} in ${plural(result.sequences, 'sequence')}; ${operations.filter((id) => result.coverage.statuses.has(id)).length} of ${operations.length} operations, ${covered} of ${refusals.length} refusals on their own, ${result.coverage.observations.size} of ${contract.gaps.definitions.size} gaps observed`,
    ...(result.unaffordable.length > 0
      ? [`not exercised for want of a budget: ${result.unaffordable.join(', ')}`]
      : []),
    ...(silent.length > 0 ? ['inconclusive:', ...silent] : []),
  ].join('\n')
}

const plural = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
