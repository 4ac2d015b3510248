/** The console with the mock in the page. `?scenario=NAME` opens it inside that scenario. */
import { sentence } from '../client/control.ts'
import { notify } from '../parts/toast.tsx'
import { reachMockBy } from '../session/transport.ts'
import type { LibraryScenario } from './library.ts'
import { mockInPage } from './mock-in-page.ts'

interface Brought {
  readonly version: string
  readonly scenarios: readonly LibraryScenario[]
}

const { version, scenarios } = (await (await fetch('scenarios.json')).json()) as Brought
const mock = mockInPage(scenarios, version)
reachMockBy(mock)
const scenario = new URLSearchParams(location.search).get('scenario')
const loaded = scenario === null ? undefined : await load(scenario)
await import('../main.tsx')
if (loaded !== undefined && !loaded.ok)
  notify(sentence(await loaded.json()) ?? 'The scenario cannot be loaded', { bad: true })

/** Plays it into the world that the console shows. */
function load(name: string): Promise<Response> {
  return mock.fetch(`/_understudy/scenarios/${encodeURIComponent(name)}/load`, { method: 'POST' })
}
