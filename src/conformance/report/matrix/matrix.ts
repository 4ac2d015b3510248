import type { Json } from '../../../contract/json.ts'
import type { CoveredRule, Report } from '../report.ts'
import { type Change, changesIn } from './changes.ts'

/** Many implementations, or many nights of one, side by side. A column is a report; cells come in the order of the columns. */
export interface Matrix {
  readonly columns: readonly Column[]
  readonly rules: readonly RuleRow[]
  readonly gaps: readonly GapRow[]
  readonly changes: readonly Change[]
}

export interface Column {
  readonly name: string
  readonly target: string
  readonly profile: string
  readonly startedAt: string
  readonly verdict: Report['verdict']
  readonly failures: number
  readonly warnings: number
  readonly requests: number
  readonly operations: Share
  readonly rules: Share
}

export interface Share {
  readonly seen: number
  readonly all: number
}

/** Broken: a failure cites it. Held: it was exercised and nothing cites it. Unseen says nothing either way. */
export type RuleCell = 'broken' | 'held' | 'unseen'

export interface RuleRow {
  readonly id: string
  readonly says: string
  readonly cells: readonly RuleCell[]
}

export interface GapRow {
  readonly gap: string
  readonly about: string
  /** One of several ways, or a status; other values may differ from thing to thing. */
  readonly chosenOnce: boolean
  /** The choices of each target, most frequent first; none where the gap was not seen. */
  readonly cells: readonly (readonly Json[])[]
}

export function makeMatrix(reports: readonly Report[]): Matrix {
  const ordered = reports.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0))
  const names = namesOf(ordered)
  return {
    columns: ordered.map((report, index) => columnOf(report, names[index] ?? '')),
    rules: rulesOf(ordered),
    gaps: gapsOf(ordered),
    changes: changesIn(ordered, names),
  }
}

/** The profile's name; with the time of the run where a profile has several. */
function namesOf(reports: readonly Report[]): string[] {
  const several = (report: Report) => reports.filter(({ profile }) => profile === report.profile).length > 1
  const names = reports.map((report) =>
    several(report) ? `${report.profile} ${report.startedAt.slice(0, 16).replace('T', ' ')}` : report.profile,
  )
  const earlier = (index: number) => names.slice(0, index).filter((name) => name === names[index]).length
  return names.map((name, index) => (earlier(index) > 0 ? `${name} (${earlier(index) + 1})` : name))
}

function columnOf(report: Report, name: string): Column {
  const { target, profile, startedAt, verdict, requests, operations, rules, failures } = report
  const stated = rules.filter(isHeldTo)
  return {
    ...{ name, target, profile, startedAt, verdict, requests },
    failures: failures.filter(({ severity }) => severity === 'failure').length,
    warnings: failures.filter(({ severity }) => severity === 'warning').length,
    operations: {
      seen: operations.filter(({ statuses }) => Object.keys(statuses).length > 0).length,
      all: operations.length,
    },
    rules: { seen: stated.filter(({ exercised }) => exercised).length, all: stated.length },
  }
}

/** False for rules that the contract leaves open: nobody is held to those. */
const isHeldTo = ({ provenance }: CoveredRule): boolean => provenance !== 'assumed'

function rulesOf(reports: readonly Report[]): RuleRow[] {
  const known = new Map(reports.flatMap(({ rules }) => rules.filter(isHeldTo).map((rule) => [rule.id, rule] as const)))
  const cited = reports.flatMap(({ failures }) => failures.flatMap(({ sentences }) => sentences))
  const says = new Map([...cited, ...known.values()].map((one) => [one.id, one.says] as const))
  const columns = reports.map((report) => ({ broken: citedIn(report), seen: exercisedIn(report) }))
  return [...says]
    .map(([id, text]) => ({
      id,
      says: text,
      cells: columns.map(
        ({ broken, seen }): RuleCell => (broken.has(id) ? 'broken' : seen.has(id) ? 'held' : 'unseen'),
      ),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const citedIn = ({ failures }: Report): ReadonlySet<string> =>
  new Set(failures.flatMap(({ sentences }) => sentences.map(({ id }) => id)))

const exercisedIn = ({ rules }: Report): ReadonlySet<string> =>
  new Set(rules.flatMap(({ id, exercised }) => (exercised ? [id] : [])))

function gapsOf(reports: readonly Report[]): GapRow[] {
  const seen = new Map(reports.flatMap(({ observations }) => observations.map((one) => [one.gap, one] as const)))
  return [...seen.values()]
    .map(({ gap, about, chosenOnce }) => ({
      gap,
      about,
      chosenOnce,
      cells: reports.map((report) => chosen(report, gap)),
    }))
    .toSorted((a, b) => (a.gap < b.gap ? -1 : 1))
}

const chosen = ({ observations }: Report, gap: string): Json[] =>
  observations.find((one) => one.gap === gap)?.values.map(({ value }) => value) ?? []

/** True if the targets that saw a row disagree about it. */
export const disagrees = (cells: readonly unknown[]): boolean =>
  new Set(cells.map((cell) => JSON.stringify(cell))).size > 1
