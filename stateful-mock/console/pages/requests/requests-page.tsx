import { useSignal } from '@preact/signals'
import { control, got } from '../../client/control.ts'
import { SaveScenario } from '../../forms/save-scenario.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { NoRequests } from '../../parts/no-requests.tsx'
import { Page } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { attempt } from '../../parts/toast.tsx'
import { goTo } from '../../session/route.ts'
import { forgetRequests, hold, paused, requests, resume } from '../../world/requests.ts'
import { requestColumns } from './request-columns.tsx'
import { RequestDetail } from './request-detail.tsx'
import { fitsFilter, RequestFilters, requestFilter } from './request-filters.tsx'
import { useSelection } from './use-selection.ts'

/** The live log: what came in, what went out, and why. */
export function RequestsPage({ id }: { id: string | undefined }) {
  const saving = useSignal(false)
  const shown = requests.value.filter(fitsFilter)
  const selection = useSelection(shown)
  const chosen = requests.value.flatMap((one) => (selection.ids.has(one.id) ? [one.id] : []))
  const openSave = (open: boolean) => {
    saving.value = open
  }
  return (
    <Page
      title="Requests"
      about="All requests, newest first. Tick some (Shift for a range) and save them as a scenario."
      tools={<Tools chosen={chosen.length} save={() => openSave(true)} />}
    >
      <RequestFilters shown={shown.length} selected={chosen.length > 0 ? `, ${chosen.length} selected` : ''} />
      <div class={id === undefined ? 'split' : 'split open'}>
        <Table
          label="Requests"
          rows={shown}
          // A screenful is new several times a second: what is drawn stays, and shows other requests.
          keyOf={(_, index) => index}
          most={20}
          open={(one, event) =>
            event.shiftKey ? selection.pick(one, true) : goTo(['requests', one.id], requestFilter())
          }
          selected={(one) => selection.ids.has(one.id) || String(one.id) === id}
          columns={requestColumns(selection, id !== undefined)}
          empty={<NothingToShow />}
        />
        {id !== undefined && <RequestDetail id={Number(id)} close={() => goTo(['requests'], requestFilter())} />}
      </div>
      {saving.value && <SaveScenario what={{ requests: chosen }} close={() => openSave(false)} />}
    </Page>
  )
}

function Tools({ chosen, save }: { chosen: number; save: () => void }) {
  const clear = () =>
    attempt(async () => {
      await got(control.DELETE('/_understudy/requests'))
      forgetRequests()
    }, 'Log cleared')
  return (
    <>
      <button
        type="button"
        class="button"
        aria-pressed={paused.value}
        onClick={() => (paused.value ? resume() : hold())}
      >
        {paused.value ? 'Resume' : 'Pause'}
      </button>
      <button type="button" class="button" onClick={clear}>
        Clear
      </button>
      <button type="button" class="button primary" disabled={chosen === 0} onClick={save}>
        Save as scenario{chosen > 0 && ` (${chosen})`}
      </button>
    </>
  )
}

function NothingToShow() {
  if (requests.value.length > 0)
    return <Empty title="Nothing matches the filter">Change or clear the filter above.</Empty>
  return <NoRequests />
}
