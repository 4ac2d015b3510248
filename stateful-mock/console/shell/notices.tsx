import { link, refusal } from '../world/live.ts'
import { storageFailure } from '../world/storage.ts'

/** Problems between the page and the mock, or between the mock and its data file. */
export function Notices() {
  return (
    <>
      {link.value === 'lost' && (
        <div class="problem" role="alert">
          <p>
            <strong>The mock is not responding.</strong> Start it again with <code>understudy serve</code>; this page
            reconnects by itself.
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
      {storageFailure.value !== undefined && (
        <div class="problem" role="alert">
          <p>
            <strong>Changes cannot be saved.</strong> The mock refuses every change with 503 until its data file can be
            written again: {storageFailure.value}
          </p>
        </div>
      )}
    </>
  )
}
