import type { GapValues } from '../../../../../contract/generated/gaps.ts'

type Language = GapValues['registry.subject-pattern-language']

/** Whether a subject fits a pattern, in one of the languages patterns may be written in (Endpoints, Registries, 15). */
export function subjectFits(pattern: string, subject: string, language: Language): boolean {
  return language === 'exact' ? pattern === subject : (expressionOf(pattern, language)?.test(subject) ?? false)
}

/** Absent when the pattern says nothing in that language. */
export function expressionOf(pattern: string, language: Language): RegExp | undefined {
  try {
    return new RegExp(`^(?:${sourceOf(pattern, language)})$`, 'u')
  } catch {
    return undefined
  }
}

function sourceOf(pattern: string, language: Language): string {
  if (language === 'regex') return pattern
  // Subjects of CI systems are parted by colons and slashes: repo:acme/shop:ref:refs/heads/main.
  const star = { exact: '\\*', 'star-any': '.*', 'star-segment': '[^:/]*' }[language]
  return pattern.split('*').map(literally).join(star)
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
