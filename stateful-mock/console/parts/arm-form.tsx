import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { AREA_TITLES, AREAS, contract } from '../state/contract.ts'
import { control, got, type Schemas } from '../state/control.ts'
import { attempt } from './toast.tsx'

const KINDS = {
  status: 'answer with an error',
  latency: 'answer late',
  drop: 'drop the connection',
  truncate: 'cut the answer off',
} as const

/** A fault to be armed: where it strikes, what it does, how often. */
export function ArmForm({ armed }: { armed: () => void }) {
  const id = useId()
  const where = useSignal('all')
  const kind = useSignal<keyof typeof KINDS>('status')
  const number = useSignal(503)
  const percent = useSignal(100)
  const times = useSignal('')
  const takesEffect = useSignal(false)
  const effect = () => {
    if (kind.value === 'status') return { status: number.value }
    if (kind.value === 'latency') return { latency: { ms: number.value } }
    return kind.value === 'drop' ? { drop: true } : { truncateAfterBytes: number.value }
  }
  const arm = (event: Event) => {
    event.preventDefault()
    return attempt(async () => {
      await got(
        control.POST('/_understudy/faults', {
          body: {
            where: placeOf(where.value),
            ...effect(),
            takesEffect: takesEffect.value,
            probability: percent.value / 100,
            ...(times.value !== '' && { times: Number(times.value) }),
          },
        }),
      )
      armed()
    }, 'Armed')
  }
  return (
    <form class="grid-form" onSubmit={arm}>
      <div class="field">
        <label for={`${id}-where`}>Where</label>
        <select
          id={`${id}-where`}
          value={where.value}
          onChange={(event) => {
            where.value = event.currentTarget.value
          }}
        >
          <option value="all">Every operation</option>
          <optgroup label="An area">
            {AREAS.map((area) => (
              <option key={area} value={`area ${area}`}>
                {AREA_TITLES[area]}
              </option>
            ))}
          </optgroup>
          <optgroup label="An operation">
            {(contract.value?.operations ?? []).map((operation) => (
              <option key={operation.id} value={`operation ${operation.id}`}>
                {operation.id}
              </option>
            ))}
          </optgroup>
        </select>
      </div>
      <div class="field">
        <label for={`${id}-kind`}>What happens</label>
        <select
          id={`${id}-kind`}
          value={kind.value}
          onChange={(event) => {
            kind.value = event.currentTarget.value as keyof typeof KINDS
            number.value = USUAL[kind.value]
          }}
        >
          {Object.entries(KINDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {kind.value !== 'drop' && (
        <div class="field">
          <label for={`${id}-number`}>{NUMBERS[kind.value]}</label>
          <input
            id={`${id}-number`}
            type="number"
            min={kind.value === 'status' ? 400 : 0}
            max={kind.value === 'status' ? 599 : 600000}
            value={number.value}
            onInput={(event) => {
              number.value = event.currentTarget.valueAsNumber
            }}
          />
        </div>
      )}
      <div class="field">
        <label for={`${id}-percent`}>How often, in %</label>
        <input
          id={`${id}-percent`}
          type="number"
          min="1"
          max="100"
          value={percent.value}
          onInput={(event) => {
            percent.value = event.currentTarget.valueAsNumber
          }}
        />
      </div>
      <div class="field">
        <label for={`${id}-times`}>
          At most so many times <span class="quiet">optional</span>
        </label>
        <input
          id={`${id}-times`}
          type="number"
          min="1"
          placeholder="no end"
          value={times.value}
          onInput={(event) => {
            times.value = event.currentTarget.value
          }}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={takesEffect.value}
          onChange={(event) => {
            takesEffect.value = event.currentTarget.checked
          }}
        />{' '}
        The work is done all the same
      </label>
      <div class="form-end">
        <button type="submit" class="button primary">
          Arm
        </button>
      </div>
    </form>
  )
}

const USUAL = { status: 503, latency: 2_000, drop: 0, truncate: 10 } as const
const NUMBERS = { status: 'Status', latency: 'Milliseconds', truncate: 'Bytes that get through', drop: '' } as const

function placeOf(text: string): Schemas['FaultRequest']['where'] {
  const [kind, name = ''] = text.split(' ')
  if (kind === 'operation') return { operation: name }
  return kind === 'area' ? { area: name as (typeof AREAS)[number] } : { all: true }
}
