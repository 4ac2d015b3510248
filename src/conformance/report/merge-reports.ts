import { neverAccepted } from './not-exercised.ts'
import {
  type CoveredMachine,
  type CoveredOperation,
  type CoveredRule,
  REPORT_FORMAT,
  type Report,
  type ReportedObservation,
} from './report.ts'

/** Why reports do not belong together, in a sentence; undefined when they do. */
export function whyNotMerge(reports: readonly Report[]): string | undefined {
  const [first, ...others] = reports
  if (!first) return 'there is no report'
  const wrong = reports.find(({ format }) => format !== REPORT_FORMAT)
  if (wrong) return `a report has the format ${wrong.format}, not ${REPORT_FORMAT}`
  if (others.some(({ understudy }) => understudy !== first.understudy))
    return 'the reports were made by different versions of understudy'
  if (others.some(({ profile }) => profile !== first.profile)) return 'the reports are about different profiles'
  const shards = reports.flatMap(({ shard }) => (shard ? [`${shard.index}/${shard.of}`] : []))
  const twice = shards.find((shard, index) => shards.indexOf(shard) !== index)
  return twice && `shard ${twice} is there twice`
}

/** Several runs as one: coverage united, failures with one cause reported once. */
export function mergeReports(reports: readonly [Report, ...Report[]]): Report {
  const [first] = reports
  const operations = unite(
    reports,
    ({ operations: all }) => all,
    ({ id }) => id,
    mergedOperation,
  )
  const rules = unite(
    reports,
    ({ rules: all }) => all,
    ({ id }) => id,
    mergedRule,
  )
  const called = new Set(operations.filter(({ statuses }) => Object.keys(statuses).length > 0).map(({ id }) => id))
  const exercised = new Set([...called, ...rules.filter((rule) => rule.exercised).map(({ id }) => id)])
  const failures = unite(
    reports,
    ({ failures: all }) => all,
    ({ key }) => key,
    shorter,
  )
  return {
    ...first,
    shard: null,
    areas: [...new Set(reports.flatMap(({ areas }) => areas))],
    startedAt: reports.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
    seconds: Math.max(...reports.map(({ seconds }) => seconds)),
    requests: sum(reports.map(({ requests }) => requests)),
    sequences: sum(reports.map(({ sequences }) => sequences)),
    phases: [...new Set(reports.flatMap(({ phases }) => phases))],
    skippedPhases: first.skippedPhases.filter((phase) =>
      reports.every(({ skippedPhases }) => skippedPhases.includes(phase)),
    ),
    verdict: worst(reports),
    stopped: reports.find(({ stopped }) => stopped)?.stopped ?? null,
    failures,
    operations,
    rules,
    machines: unite(
      reports,
      ({ machines: all }) => all,
      ({ entity }) => entity,
      mergedMachine,
    ),
    observations: unite(
      reports,
      ({ observations: all }) => all,
      ({ gap }) => gap,
      mergedObservation,
    ),
    inconclusive: unite(
      reports,
      ({ inconclusive: all }) => all,
      ({ what }) => what,
      (a, b) => ({ ...a, times: a.times + b.times }),
    ),
    notExercised: [
      ...unite(
        reports,
        ({ notExercised: all }) => all.filter(({ reason }) => reason !== 'never-accepted'),
        ({ kind, id }) => `${kind} ${id}`,
        (a) => a,
      ).filter(({ id }) => !exercised.has(id)),
      ...neverAccepted(operations),
    ],
    ...mergedBudgets(reports),
    leftBehind: [...new Set(reports.flatMap(({ leftBehind }) => leftBehind))],
  }
}

/** Each shard has the whole budget for itself. */
function mergedBudgets(reports: readonly Report[]): Pick<Report, 'usedUp'> {
  const usedUp = reports.flatMap((report) => report.usedUp ?? [])
  return usedUp.length > 0 ? { usedUp } : {}
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

function worst(reports: readonly Report[]): Report['verdict'] {
  const verdicts = new Set(reports.map(({ verdict }) => verdict))
  if (verdicts.has('does not conform')) return 'does not conform'
  return verdicts.has('unusable') ? 'unusable' : 'conforms'
}

/** The items of all reports, those with the same name made one; in the order they were first met. */
function unite<T>(
  reports: readonly Report[],
  itemsOf: (report: Report) => readonly T[],
  nameOf: (item: T) => string,
  together: (a: T, b: T) => T,
): T[] {
  const found = new Map<string, T>()
  for (const item of reports.flatMap(itemsOf)) {
    const known = found.get(nameOf(item))
    found.set(nameOf(item), known === undefined ? item : together(known, item))
  }
  return [...found.values()]
}

function mergedOperation(a: CoveredOperation, b: CoveredOperation): CoveredOperation {
  const statuses = { ...a.statuses }
  for (const [status, times] of Object.entries(b.statuses)) statuses[status] = (statuses[status] ?? 0) + times
  return { ...a, statuses }
}

const mergedRule = (a: CoveredRule, b: CoveredRule): CoveredRule => ({ ...a, exercised: a.exercised || b.exercised })

const shorter = <F extends { readonly steps: readonly unknown[]; readonly known: boolean }>(a: F, b: F): F =>
  b.steps.length < a.steps.length ? b : a

function mergedMachine(a: CoveredMachine, b: CoveredMachine): CoveredMachine {
  const times = new Map(b.ways.map((way) => [`${way.from} > ${way.to}`, way.times]))
  return {
    ...a,
    ways: a.ways.map((way) => ({ ...way, times: way.times + (times.get(`${way.from} > ${way.to}`) ?? 0) })),
  }
}

function mergedObservation(a: ReportedObservation, b: ReportedObservation): ReportedObservation {
  const counts = new Map<string, number>()
  for (const { value, times } of [...a.values, ...b.values])
    counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + times)
  const contradicted = a.contradicted || b.contradicted
  return { ...a, contradicted, values: [...counts].map(([value, times]) => ({ value: JSON.parse(value), times })) }
}
