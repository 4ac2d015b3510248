import type { Sandbox } from './mock.ts'

const ALWAYS = ['accept', 'cookie', 'if-none-match', 'origin', 'prefer', 'x-understudy-sandbox']

/** The request headers that have a say in the answer to a read. */
export function significantHeaders({ actors, holder }: Pick<Sandbox, 'actors' | 'holder'>): string[] {
  const { header } = holder.gaps.value('general.credential-transport')
  const theirs = actors.flatMap(({ headers }) => Object.keys(headers))
  const organization = holder.gaps.value('general.organization-header')
  return [...new Set([header.toLowerCase(), organization.toLowerCase(), ...ALWAYS, ...theirs])]
}
