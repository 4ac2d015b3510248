import { computed, effect, signal } from '@preact/signals'
import { route } from './route.ts'
import { mockAddress } from './transport.ts'

export const DEFAULT_SANDBOX = 'default'

export const sandbox = computed(() => route.value.query.sandbox ?? DEFAULT_SANDBOX)

/** The base URL of the shown sandbox's API. */
export const apiAddress = computed(() => {
  const path = sandbox.value === DEFAULT_SANDBOX ? '' : `/sandboxes/${encodeURIComponent(sandbox.value)}`
  return `${mockAddress()}${path}/api/v1`
})

/** The name of whoever calls; the first actor of the world unless one was chosen. */
export const chosenActor = computed(() => route.value.query.actor)

/** The entry of the journal one looks back at, if one does. */
export const lookingBackAt = computed(() => {
  const entry = Number(route.value.query.at)
  return route.value.query.at !== undefined && Number.isInteger(entry) && entry >= 0 ? entry : undefined
})

export type Theme = 'system' | 'light' | 'dark'

export const theme = signal<Theme>(remembered())

effect(() => {
  document.documentElement.dataset.theme = theme.value
  try {
    localStorage.setItem('understudy.theme', theme.value)
  } catch {
    // A browser that keeps nothing asks the system again next time.
  }
})

function remembered(): Theme {
  try {
    const kept = localStorage.getItem('understudy.theme')
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}
