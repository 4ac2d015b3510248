import { mockIsInPage } from '../session/transport.ts'
import { link } from '../world/live.ts'

const LINKS = { connecting: 'connecting', live: 'live', polling: 'every 2 s', lost: 'lost' } as const

/** The state of the connection to the mock. */
export const LinkState = () => (
  <span
    class={`link-state link-${link.value}`}
    title={mockIsInPage() ? 'The mock runs in this page. Reloading starts over' : 'How updates arrive from the mock'}
  >
    <i aria-hidden="true" />
    {mockIsInPage() && link.value === 'live' ? 'in this page' : LINKS[link.value]}
  </span>
)
