import { NotLinear, type Pattern, parsePattern } from './parse-pattern.ts'

/** A regular expression whose match takes time by the length of the text, whatever the expression is. */
export interface LinearPattern {
  /** True if it matches anywhere in the text. */
  test(text: string): boolean
}

type Instruction =
  | { readonly kind: 'one'; readonly fits: (code: number) => boolean }
  | { readonly kind: 'start' | 'end' | 'done' }
  | { readonly kind: 'fork'; readonly to: number[] }

/** Repetitions that are counted are written out, so a short expression can become a long program. */
const MOST_INSTRUCTIONS = 1_000
/** Longer than any name or subject that a pattern is there for. */
const LONGEST_TEXT = 10_000

/**
 * Undefined for what is no regular expression (with the flag `u`), or has something in it that needs going back: a look
 * around, a reference to what matched before. All ways through it are followed at the same time, none is tried twice.
 */
export function linearPattern(source: string): LinearPattern | undefined {
  if (kept.has(source)) return kept.get(source)
  const pattern = compiled(source)
  for (const [oldest] of kept) if (kept.size >= MOST_KEPT) kept.delete(oldest)
  kept.set(source, pattern)
  return pattern
}

/** Every name is held against the same few patterns. Anybody may send others, so only the last ones are kept. */
const kept = new Map<string, LinearPattern | undefined>()
const MOST_KEPT = 20

function compiled(source: string): LinearPattern | undefined {
  try {
    new RegExp(source, 'u')
    const program: Instruction[] = []
    emit(parsePattern(source), program)
    program.push({ kind: 'done' })
    return { test: (text) => text.length <= LONGEST_TEXT && fits(program, text) }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof NotLinear) return undefined
    throw error
  }
}

function emit(pattern: Pattern, program: Instruction[]): void {
  if (program.length > MOST_INSTRUCTIONS) throw new NotLinear()
  if (pattern.kind === 'repeat') emitRepeat(pattern, program)
  else if (pattern.kind === 'choice') emitChoice(pattern.of, program)
  else if (pattern.kind === 'sequence') for (const part of pattern.of) emit(part, program)
  else program.push(pattern)
}

function emitChoice(choices: readonly Pattern[], program: Instruction[]): void {
  const fork = { kind: 'fork' as const, to: [] as number[] }
  program.push(fork)
  const ends = choices.map((choice) => {
    fork.to.push(program.length)
    emit(choice, program)
    const end = { kind: 'fork' as const, to: [] as number[] }
    program.push(end)
    return end
  })
  for (const end of ends) end.to.push(program.length)
}

function emitRepeat({ of, least, most }: Pattern & { readonly kind: 'repeat' }, program: Instruction[]): void {
  for (let count = 0; count < least; count++) emit(of, program)
  const forks: { readonly kind: 'fork'; readonly to: number[] }[] = []
  for (let count = least; count < Math.min(most, least + MOST_INSTRUCTIONS); count++) {
    const start = program.length
    const fork = { kind: 'fork' as const, to: [start + 1] }
    forks.push(fork)
    program.push(fork)
    emit(of, program)
    if (most !== Number.POSITIVE_INFINITY) continue
    program.push({ kind: 'fork', to: [start] })
    break
  }
  for (const fork of forks) fork.to.push(program.length)
}

function fits(program: readonly Instruction[], text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  const fromStart = program[0]?.kind === 'start'
  /** The last place in the text where each instruction was reached. */
  const reachedAt = new Int32Array(program.length).fill(-1)
  let ways: number[] = []
  for (let at = 0; at <= codes.length; at++) {
    if (at > 0 && fromStart && ways.length === 0) return false
    const open = [...ways, 0]
    const code = codes[at]
    ways = []
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      const instruction = program[way]
      if (reachedAt[way] === at) continue
      reachedAt[way] = at
      if (instruction?.kind === 'done') return true
      if (instruction?.kind === 'fork') open.push(...instruction.to)
      else if (instruction?.kind === 'start' && at === 0) open.push(way + 1)
      else if (instruction?.kind === 'end' && at === codes.length) open.push(way + 1)
      else if (instruction?.kind === 'one' && code !== undefined && instruction.fits(code)) ways.push(way + 1)
    }
  }
  return false
}
