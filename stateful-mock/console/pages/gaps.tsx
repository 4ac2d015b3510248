import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Chip } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { JsonInput } from '../parts/form.tsx'
import { JsonView } from '../parts/json.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { attempt } from '../parts/toast.tsx'
import { control, got, type Schemas } from '../state/control.ts'
import { refresh } from '../state/live.ts'
import { changeQuery, route } from '../state/route.ts'
import { isRecord } from '../state/schema-values.ts'
import { useLoaded } from '../state/use-loaded.ts'

type Gap = Schemas['Gap']

/** Every point the contract leaves open, with what this world goes by. */
export function GapsPage() {
  const loaded = useLoaded('gaps', async () => (await got(control.GET('/_understudy/gaps'))).gaps)
  const opened = useSignal<string | undefined>(undefined)
  const { find = '', area = '', changed } = route.value.query
  const fits = (gap: Gap) =>
    (area === '' || gap.id.startsWith(`${area}.`)) &&
    (changed === undefined || gap.source !== 'default') &&
    (find === '' || `${gap.id} ${gap.about} ${gap.where}`.toLowerCase().includes(find.toLowerCase()))
  const chosen = loaded.data?.find(({ id }) => id === opened.value)
  return (
    <Page
      title="Gaps"
      about="The contract leaves these points open. Each has a value that this world goes by; change it to see how a client copes with another implementation."
    >
      <Shown of={loaded}>
        {(gaps) => {
          const shown = gaps.filter(fits)
          return (
            <>
              <div class="filters">
                <label class="search">
                  <span class="unseen">Find in gaps</span>
                  <input
                    type="search"
                    placeholder="Find by name or what it is about"
                    value={find}
                    onInput={(event) => changeQuery({ find: event.currentTarget.value })}
                  />
                </label>
                <label class="filter">
                  <span>Area</span>
                  <select value={area} onChange={(event) => changeQuery({ area: event.currentTarget.value })}>
                    <option value="">all</option>
                    {[...new Set(gaps.map(({ id }) => id.split('.')[0] ?? ''))].map((name) => (
                      <option key={name} value={name}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={changed !== undefined}
                    onChange={(event) => changeQuery({ changed: event.currentTarget.checked ? 'yes' : undefined })}
                  />{' '}
                  Changed only
                </label>
                <span class="quiet count">
                  {shown.length} of {gaps.length}
                </span>
              </div>
              <Table
                label="Gaps"
                rows={shown}
                keyOf={({ id }) => id}
                most={20}
                open={({ id }) => {
                  opened.value = id
                }}
                columns={[
                  {
                    title: 'Gap',
                    width: 'minmax(11rem, 1.3fr)',
                    show: ({ id }) => (
                      <button
                        type="button"
                        class="link"
                        onClick={(event) => {
                          event.stopPropagation()
                          opened.value = id
                        }}
                      >
                        <code>{id}</code>
                      </button>
                    ),
                  },
                  {
                    title: 'About',
                    width: 'minmax(10rem, 2.2fr)',
                    minor: true,
                    show: ({ about }) => <span title={about}>{about}</span>,
                  },
                  {
                    title: 'Value',
                    width: 'minmax(7rem, 1fr)',
                    show: ({ value }) => <code>{JSON.stringify(value)}</code>,
                  },
                  {
                    title: 'Says who',
                    width: '6.5rem',
                    minor: true,
                    show: ({ source }) => <Chip text={source} tone={source === 'default' ? 'calm' : 'busy'} />,
                  },
                ]}
                empty={<Empty title="No gap fits">Change or clear the filter above.</Empty>}
              />
            </>
          )
        }}
      </Shown>
      {chosen && (
        <GapDialog
          key={chosen.id}
          gap={chosen}
          close={() => {
            opened.value = undefined
          }}
          changed={loaded.again}
        />
      )}
    </Page>
  )
}

function GapDialog({ gap, close, changed }: { gap: Gap; close: () => void; changed: () => void }) {
  const id = useId()
  const value = useSignal<unknown>(gap.value)
  const path = { gap: gap.id }
  const done = () => {
    changed()
    refresh()
  }
  const set = (event: Event) => {
    event.preventDefault()
    return attempt(async () => {
      await got(control.PUT('/_understudy/gaps/{gap}', { params: { path }, body: { value: value.value } }))
      done()
    }, `${gap.id} is set`)
  }
  const unset = () =>
    attempt(async () => {
      const { value: now } = await got(control.DELETE('/_understudy/gaps/{gap}', { params: { path } }))
      value.value = now
      done()
    }, `${gap.id} is as it was`)
  const choices = choicesIn(gap.schema)
  return (
    <Dialog title={gap.id} close={close}>
      <p>{gap.about}</p>
      <p class="quiet">Left open at: {gap.where}</p>
      <form onSubmit={set}>
        <div class="field">
          <label for={id}>Value</label>
          {choices ? (
            <select
              id={id}
              value={JSON.stringify(value.value)}
              onChange={(event) => {
                value.value = JSON.parse(event.currentTarget.value)
              }}
            >
              {choices.map((one) => (
                <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
                  {String(one)}
                </option>
              ))}
            </select>
          ) : (
            <JsonInput
              key={JSON.stringify(gap.value)}
              id={id}
              value={value.value}
              change={(next) => {
                value.value = next
              }}
            />
          )}
          <p class="hint">
            The default is <code>{JSON.stringify(gap.default)}</code>.
          </p>
        </div>
        <div class="form-end">
          <button type="submit" class="button primary">
            Set
          </button>
          <button type="button" class="button" disabled={gap.source !== 'set'} onClick={unset}>
            Set back
          </button>
        </div>
      </form>
      <details>
        <summary>Possible values</summary>
        <JsonView value={gap.schema} label="Schema" />
      </details>
      <p class="quiet">Has an influence on {gap.influences.join(', ')}.</p>
    </Dialog>
  )
}

function choicesIn(schema: unknown): readonly unknown[] | undefined {
  return isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : undefined
}
