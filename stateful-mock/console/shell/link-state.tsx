import { link } from '../world/live.ts'

const LINKS = { connecting: 'connecting', live: 'live', polling: 'every 2 s', lost: 'lost' } as const

/** Whether news from the mock comes in. */
export const LinkState = () => (
  <span class={`link-state link-${link.value}`} title="How news from the mock comes in">
    <i aria-hidden="true" />
    {LINKS[link.value]}
  </span>
)
