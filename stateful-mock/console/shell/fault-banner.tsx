import { disarm } from '../actions/disarm.ts'
import { contract } from '../contract/contract.ts'
import { resourceFor } from '../contract/resources.ts'
import { route } from '../session/route.ts'
import { effectWords, strikes, whereWords } from '../values/fault-words.ts'
import { armedFaults, type Fault } from '../world/armed-faults.ts'

/** The faults that clients meet in what this page shows. The console itself is spared. */
export function FaultBanner() {
  const met = armedFaults.value.filter(strikesHere)
  if (met.length === 0) return null
  return (
    <div class="fault-banner" role="status">
      <p>
        <strong>{met.length === 1 ? 'A fault affects' : `${met.length} faults affect`} clients here.</strong> The
        console is not affected.
      </p>
      <ul>
        {met.slice(0, 3).map((fault) => (
          <li key={fault.id}>
            <span>
              <code>{whereWords(fault)}</code> {effectWords(fault)}
            </span>
            <button
              type="button"
              class="button small"
              aria-label={`Disarm the fault of ${whereWords(fault)}`}
              onClick={() => disarm(fault.id)}
            >
              Disarm
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function strikesHere(fault: Fault): boolean {
  const [place = 'overview', first = ''] = route.value.parts
  if (place === 'areas') return strikes(fault, first)
  if (place === 'things') return strikes(fault, resourceFor(first)?.area)
  if (place === 'try') return strikes(fault, contract.value?.byId.get(first)?.area, first)
  return place === 'overview'
}
