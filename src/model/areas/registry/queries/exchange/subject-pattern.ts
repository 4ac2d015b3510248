import type { GapValues } from '../../../../../contract/generated/gaps.ts'
import { type LinearPattern, linearPattern } from '../../../../../contract/text/linear-pattern/linear-pattern.ts'
import { starFits } from '../../../../../contract/text/star-pattern.ts'

type Language = GapValues['registry.subject-pattern-language']

/** True if a subject matches a pattern in one of the possible pattern languages (Endpoints, Registries, 15). */
export function subjectFits(pattern: string, subject: string, language: Language): boolean {
  switch (language) {
    case 'exact':
      return pattern === subject
    case 'star-any':
      return starFits(pattern, subject)
    case 'star-segment':
      return segmentsFit(pattern, subject)
    case 'regex':
      return expressionOf(pattern)?.test(subject) ?? false
  }
}

/** True if a pattern is valid in a language. */
export const isReadable = (pattern: string, language: Language): boolean =>
  language !== 'regex' || expressionOf(pattern) !== undefined

/** Matched in linear time: whoever makes a rule may write any pattern. */
const expressionOf = (pattern: string): LinearPattern | undefined => linearPattern(`^(?:${pattern})$`)

/** Subjects of CI systems are parted by colons and slashes: repo:acme/shop:ref:refs/heads/main. */
const SEPARATOR = /([:/])/

/** A star stays between two separators, so both have the same ones and each part fits by itself. */
function segmentsFit(pattern: string, subject: string): boolean {
  const [patterns, subjects] = [pattern.split(SEPARATOR), subject.split(SEPARATOR)]
  return patterns.length === subjects.length && patterns.every((part, index) => starFits(part, subjects[index] ?? ''))
}
