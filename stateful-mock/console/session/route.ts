import { computed, signal } from '@preact/signals'

/** The address of a page: `#/things/Cluster/prod?sandbox=a&actor=owner` is a path of parts and a few settings. */
export interface Route {
  readonly parts: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

export const route = computed<Route>(() => readRoute(hash.value))

function readRoute(text: string): Route {
  const [path = '', query = ''] = text.replace(/^#\/?/, '').split('?')
  return {
    parts: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Settings that stay when one goes elsewhere. */
const LASTING = ['sandbox', 'actor', 'at']

export function hrefTo(
  parts: readonly (string | number)[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const kept = Object.entries(route.value.query).filter(([name]) => LASTING.includes(name))
  return written(parts, { ...Object.fromEntries(kept), ...query })
}

function written(parts: readonly (string | number)[], query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  )
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}${search}`
}

export function goTo(
  parts: readonly (string | number)[],
  query: Readonly<Record<string, string | undefined>> = {},
): void {
  location.hash = hrefTo(parts, query)
}

/** The same place with other settings, as a place of its own: the way back leads here. */
export function pushQuery(query: Readonly<Record<string, string | undefined>>): void {
  const { parts, query: present } = route.value
  location.hash = written(parts, { ...present, ...query })
}

/** Changes settings of the present place; the way back leads to where one came from, not to each letter typed. */
export function changeQuery(query: Readonly<Record<string, string | undefined>>): void {
  const { parts, query: present } = route.value
  history.replaceState(null, '', written(parts, { ...present, ...query }))
  hash.value = location.hash
}
