import { useEffect, useRef } from 'preact/hooks'
import { StatusChip } from '../parts/chip.tsx'
import { JsonView } from '../parts/json.tsx'
import { Gaps, Rules } from '../values/rules.tsx'
import type { Rehearsed } from '../world/rehearse.ts'
import type { Sent } from '../world/send.ts'

/** The answer that the model predicts. */
export function Foreseen({ answer }: { answer: Rehearsed }) {
  const refused = answer.status >= 400
  return (
    <section class={refused ? 'foreseen refused' : 'foreseen'} aria-live="polite">
      <h3>
        {refused ? 'Would be refused' : 'Would be accepted'} <StatusChip status={answer.status} />
      </h3>
      {refused && <p class="said">{answer.error}</p>}
      {refused && answer.rules.length > 0 && <Rules ids={answer.rules} lead />}
    </section>
  )
}

/** The answer that came, scrolled into view. */
export function Answer({ sent }: { sent: Sent }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), [sent])
  return (
    <section ref={element} class="answer" aria-live="polite">
      <h3>
        Response <StatusChip status={sent.status} /> <span class="quiet">{sent.ms.toFixed(0)} ms</span>
      </h3>
      {sent.body !== undefined && <JsonView value={sent.body} label="Response" />}
      {sent.rules.length > 0 && (
        <details open={sent.status >= 400}>
          <summary>Why: {sent.rules.length === 1 ? '1 rule' : `${sent.rules.length} rules`}</summary>
          <Rules ids={sent.rules} lead={sent.status >= 400} />
        </details>
      )}
      {sent.gaps.length > 0 && (
        <details>
          <summary>{sent.gaps.length === 1 ? '1 gap' : `${sent.gaps.length} gaps`} influenced it</summary>
          <Gaps ids={sent.gaps} />
        </details>
      )}
    </section>
  )
}
