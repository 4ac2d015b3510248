import { useSignal } from '@preact/signals'
import { control, got, type Schemas } from '../../client/control.ts'
import { AREA_TITLES, AREAS, contract } from '../../contract/contract.ts'
import { NumberInput, Select } from '../../forms/inputs.tsx'
import { attempt } from '../../parts/toast.tsx'
import { MatchBody, MatchFields, matchOf, useMatchTexts } from './match-fields.tsx'
import { ResponseFields, responseOf, useResponseTexts } from './response-fields.tsx'

/** The kinds of fault, each with the number it needs and the usual one. */
const KINDS = {
  status: { words: 'send this response', number: 'Status', min: 200, max: 599, usual: '503' },
  latency: { words: 'respond late', number: 'Milliseconds', min: 0, max: 600_000, usual: '2000' },
  drop: { words: 'drop the connection', number: undefined, min: 0, max: 0, usual: '0' },
  truncate: { words: 'truncate the response', number: 'Bytes to send', min: 0, max: 600_000, usual: '10' },
} as const

type Kind = keyof typeof KINDS

/** A fault to be armed: which requests it applies to, what it does, how often. */
export function ArmForm({ armed }: { armed: () => unknown }) {
  const where = useSignal('all')
  const kind = useSignal<Kind>('status')
  const number = useSignal<string>(KINDS.status.usual)
  const percent = useSignal('100')
  const times = useSignal('')
  const takesEffect = useSignal(false)
  const match = useMatchTexts()
  const response = useResponseTexts()
  const arm = (event: Event) => {
    event.preventDefault()
    return attempt(async () => {
      const matched = matchOf(match)
      const body = {
        where: placeOf(where.value),
        ...effectOf(kind.value, Number(number.value)),
        ...(kind.value === 'status' && responseOf(response)),
        ...(matched && { match: matched }),
        takesEffect: takesEffect.value,
        probability: Number(percent.value) / 100,
        ...(times.value !== '' && { times: Number(times.value) }),
      }
      await got(control.POST('/_understudy/faults', { body }))
      await armed()
    }, 'Armed')
  }
  const { number: label, min, max } = KINDS[kind.value]
  return (
    <form class="grid-form" onSubmit={arm}>
      <Select
        label="Where"
        value={where.value}
        choose={(next) => {
          where.value = next
        }}
        options={[['all', 'Every operation']]}
        groups={[
          ['An area', AREAS.map((area) => [`area ${area}`, AREA_TITLES[area]])],
          ['An operation', (contract.value?.operations ?? []).map(({ id }) => [`operation ${id}`, id])],
        ]}
      />
      <Select
        label="What happens"
        value={kind.value}
        choose={(next) => {
          kind.value = next as Kind
          number.value = KINDS[kind.value].usual
        }}
        options={Object.entries(KINDS).map(([value, { words }]) => [value, words])}
      />
      {label && <NumberInput label={label} value={number} min={min} max={max} />}
      <MatchFields {...match} />
      <NumberInput label="Probability in %" value={percent} min={1} max={100} />
      <NumberInput label="Maximum times" optional value={times} min={1} placeholder="unlimited" />
      {kind.value === 'status' && <ResponseFields {...response} />}
      <MatchBody {...match} />
      <label class="check">
        <input
          type="checkbox"
          checked={takesEffect.value}
          onChange={(event) => {
            takesEffect.value = event.currentTarget.checked
          }}
        />{' '}
        Apply the change anyway
      </label>
      <div class="form-end">
        <button type="submit" class="button primary">
          Arm
        </button>
      </div>
    </form>
  )
}

function effectOf(kind: Kind, number: number) {
  if (kind === 'status') return { status: number }
  if (kind === 'latency') return { latency: { ms: number } }
  return kind === 'drop' ? { drop: true } : { truncateAfterBytes: number }
}

function placeOf(text: string): Schemas['FaultRequest']['where'] {
  const [kind, name = ''] = text.split(' ')
  if (kind === 'operation') return { operation: name }
  return kind === 'area' ? { area: name as (typeof AREAS)[number] } : { all: true }
}
