import { forkAt } from '../actions/fork.ts'
import { changeQuery } from '../session/route.ts'

/** A banner for the past, with buttons to the entry before and after. */
export function LookingBack({ entry }: { entry: number }) {
  return (
    <div class="looking-back" role="status">
      <p>
        You are viewing the data as it was after <strong>entry {entry}</strong> of the journal (read-only).
      </p>
      <div class="tools">
        <button
          type="button"
          class="button"
          disabled={entry === 0}
          onClick={() => changeQuery({ at: String(entry - 1) })}
        >
          Previous entry
        </button>
        <button type="button" class="button" onClick={() => changeQuery({ at: String(entry + 1) })}>
          Next entry
        </button>
        <button type="button" class="button primary" onClick={() => forkAt(entry)}>
          Continue from here in a fork
        </button>
        <button type="button" class="button" onClick={() => changeQuery({ at: undefined })}>
          Back to now
        </button>
      </div>
    </div>
  )
}
