import { disarmAll } from '../actions/disarm.ts'
import { hrefTo } from '../session/route.ts'
import { armedFaults } from '../world/armed-faults.ts'

/** The number of armed faults, on every page, with a button that disarms them. */
export function FaultBadge() {
  const count = armedFaults.value.length
  if (count === 0) return null
  const words = count === 1 ? '1 fault armed' : `${count} faults armed`
  return (
    <span class="fault-badge">
      <a href={hrefTo(['faults'])} aria-label={words}>
        <svg viewBox="0 0 8 8" width="9" height="9" aria-hidden="true">
          <path d="M4 0l4 8H0z" fill="currentColor" />
        </svg>
        {count} <span class="fault-badge-words">{count === 1 ? 'fault armed' : 'faults armed'}</span>
      </a>
      <button type="button" class="plain" aria-label="Disarm all faults" title="Disarm all faults" onClick={disarmAll}>
        ×
      </button>
    </span>
  )
}
