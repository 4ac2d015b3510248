import { AREAS } from '../../src/contract/areas.ts'
import { PLACES } from '../../stateful-mock/console/session/places.ts'

/** The pages of the console that any world has: the menu, with an operation chosen on the page to try one. */
export const CONSOLE_PAGES: readonly string[] = [
  'overview',
  ...AREAS.map((area) => (area === 'email' ? 'areas/email/EmailMessage' : `areas/${area}`)),
  ...PLACES.map(([place]) => (place === 'try' ? 'try/createMonitor' : place)),
]

/** Pages of single things in the populated organization. */
export const SINGLE_PAGES: readonly string[] = ['things/Cluster/prod', 'scenarios/node-skew-blocks-an-upgrade']
