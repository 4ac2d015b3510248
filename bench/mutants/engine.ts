import { Instrumenter } from '@stryker-mutator/instrumenter'
import { type Mutated, short } from './mutant.ts'

/** The engine wants to log; it has nothing to say here. */
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
}

/** Texts are ours to choose nearly everywhere, so string literals are left alone. */
const EXCLUDED = ['StringLiteral']

/** Metadata is not behaviour: citations of rules, and the checklist lines of a rule. */
const ABOUT_ITSELF = /^(context|work)\.cite\(|^\['[A-Z]{3}-\d+'/

/** Every change that Stryker knows, each behind a switch. */
export async function engineMutants(sources: ReadonlyMap<string, string>): Promise<readonly Mutated[]> {
  const files = [...sources].map(([name, content]) => ({ name, content, mutate: true }))
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [], mode: undefined, noHeader: false }
  const result = await new Instrumenter(silent).instrument(files, options)
  const built = result.mutants.filter(({ status }) => status !== 'Ignored')
  const mutants = Map.groupBy(built, ({ fileName }) => fileName)
  return result.files.map(({ name, content }) => ({
    file: name,
    text: content,
    mutants: (mutants.get(name) ?? [])
      .map(({ id, location: { start, end }, mutatorName, replacement }) => ({
        id,
        file: name,
        line: start.line + 1,
        mutator: mutatorName,
        from: short(between(sources.get(name) ?? '', start, end)),
        to: short(replacement),
      }))
      .filter(({ from }) => !ABOUT_ITSELF.test(from)),
  }))
}

interface Place {
  readonly line: number
  readonly column: number
}

function between(text: string, start: Place, end: Place): string {
  const lines = text.split('\n').slice(start.line, end.line + 1)
  const last = lines.length - 1
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join('\n')
}
