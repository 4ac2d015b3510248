import { expect, test } from 'vitest'
import { RULES } from '../../../src/model/model.ts'

/**
 * A test of one or more lines of the checklist, which its title names. In the full run it is tried as well with
 * every rule of these lines broken: a test that still passes then would not notice the rule's absence.
 */
export function line(title: string, body: () => Promise<void>): void {
  test(title, body)
  if (!process.env.UNDERSTUDY_FULL) return
  for (const rule of rulesOf(title))
    test(`${title} ${WITHOUT}${rule}`, () => expect(body(), 'it passes all the same').rejects.toThrow())
}

const WITHOUT = 'notices the absence of '

/** The rule that the mock does not keep in this test, if any. */
export const brokenIn = (title: string): string | undefined => title.split(WITHOUT)[1]

function rulesOf(title: string): readonly string[] {
  const [names = ''] = title.split(':')
  const ids: readonly string[] = names.match(/\b[A-Z]{3}-\d\d\b/g) ?? []
  return RULES.filter(
    ({ checklist, provenance }) => provenance !== 'assumed' && checklist.some((id) => ids.includes(id)),
  )
    .map(({ id }) => id)
    .filter((id) => !HELD_BY_ANOTHER.has(id))
}

/** Rules that say nothing as the gaps are by default, because another one refuses the same. */
const HELD_BY_ANOTHER: ReadonlySet<string> = new Set([
  'clusters.organization-mismatch',
  'email.outside-grant',
  'general.membership-needed',
])
