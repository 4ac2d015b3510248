import { disarm, disarmAll } from '../../actions/disarm.ts'
import { Empty } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { effectWords, whereWords } from '../../values/fault-words.ts'
import { armedFaults, type Fault, loadFaults } from '../../world/armed-faults.ts'
import { ArmForm } from './arm-form.tsx'
import { ForceForm } from './force-form.tsx'

/** Failures on purpose: armed ones, and answers forced for one request. */
export function FaultsPage() {
  return (
    <Page
      title="Faults"
      about="Make requests fail, respond differently or respond late, to see how a client handles it. Faults do not affect the console."
    >
      <div class="columns faults">
        <Panel title="Arm a fault">
          <ArmForm armed={loadFaults} />
        </Panel>
        <div class="column">
          <Armed />
          <Panel title="Force a response">
            <ForceForm />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function Armed() {
  return (
    <Panel
      title="Armed"
      class="armed"
      tools={
        <button type="button" class="button small" disabled={armedFaults.value.length === 0} onClick={disarmAll}>
          Disarm all
        </button>
      }
    >
      <Table
        label="Armed faults"
        rows={armedFaults.value}
        keyOf={({ id }) => id}
        columns={armedFaults.value.some(({ remaining }) => remaining !== undefined) ? COLUMNS : WITHOUT_END}
        empty={<Empty title="No fault is armed">All requests are handled normally.</Empty>}
      />
    </Panel>
  )
}

const COLUMNS: readonly Column<Fault>[] = [
  {
    title: 'Where',
    width: 'minmax(6rem, 1fr)',
    show: (one) => <strong class="two-lines">{whereWords(one)}</strong>,
  },
  { title: 'What', width: 'minmax(6rem, 1.4fr)', show: (one) => <span class="two-lines">{effectWords(one)}</span> },
  { title: 'Applied', width: '5rem', right: true, minor: true, show: ({ hits }) => <span class="number">{hits}</span> },
  {
    title: 'Left',
    width: '6.5rem',
    right: true,
    minor: true,
    show: ({ remaining }) => <span class="number">{remaining ?? 'unlimited'}</span>,
  },
  {
    title: 'Disarm',
    unseen: true,
    width: '4.75rem',
    show: ({ id }) => (
      <button type="button" class="button small" aria-label={`Disarm ${id}`} onClick={() => disarm(id)}>
        Disarm
      </button>
    ),
  },
]

/** How often a fault still applies is worth a column only where one has an end. */
const WITHOUT_END = COLUMNS.filter(({ title }) => title !== 'Left')
