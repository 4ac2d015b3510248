import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { paint, print } from '../terminal/output.ts'

const MOST_LISTED = 40

/** Lists the requests that did not become steps, each once. */
export function tellOthers(others: readonly RecordedExchange[]): void {
  if (others.length === 0) return
  const counts = new Map<string, number>()
  for (const { method, path } of others) {
    const line = `${method} ${visible(path.replace(/\?.*$/, ''))}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  const requests = others.length === 1 ? '1 request is' : `${others.length} requests are`
  print(`${requests} not part of the API and left out:`)
  const lines = [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
  for (const line of lines.slice(0, MOST_LISTED)) print(paint('dim', `  ${line}`))
  if (lines.length > MOST_LISTED) print(paint('dim', `  and ${lines.length - MOST_LISTED} more`))
}

/** Lists the values that a scenario still takes from the target it was recorded on. */
export function tellDependences(dependences: readonly string[]): void {
  if (dependences.length === 0) return
  print(paint('yellow', 'It depends on the target it was recorded on:'))
  for (const one of dependences) print(`  ${visible(one)}`)
}
