import { link, refusal } from '../world/live.ts'

/** What is wrong between the page and the mock. */
export function Notices() {
  return (
    <>
      {link.value === 'lost' && (
        <div class="problem" role="alert">
          <p>
            <strong>The mock does not answer.</strong> Start it again with <code>understudy serve</code>; this page goes
            on by itself.
          </p>
        </div>
      )}
      {refusal.value !== undefined && (
        <div class="problem" role="alert">
          <p>
            <strong>This sandbox cannot be shown.</strong> The mock says: {refusal.value}
          </p>
        </div>
      )}
    </>
  )
}
