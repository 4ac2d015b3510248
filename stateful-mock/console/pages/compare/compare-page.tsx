import { control, got, type Schemas } from '../../client/control.ts'
import { fieldLabel, propertiesOf, resourceFor, sentenceCase } from '../../contract/resources.ts'
import { Chip } from '../../parts/chip.tsx'
import { Choice, Filters, Search } from '../../parts/filters.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { hrefTo, route } from '../../session/route.ts'
import { sandbox } from '../../session/session.ts'
import { shortInstant } from '../../values/instant.tsx'
import { nameOrId } from '../../world/names.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { MomentPicker } from './moment-picker.tsx'

type Difference = Schemas['Difference']

/** Maximum number that is drawn; search to find the others. */
const MOST = 100
const TONES = { created: 'good', changed: 'busy', removed: 'bad' } as const
const CHANGES = ['created', 'changed', 'removed'] as const

/** Two moments of a sandbox, or two sandboxes, side by side. */
export function ComparePage() {
  const { fromSandbox = sandbox.value, fromEntry, toSandbox = sandbox.value, toEntry } = route.value.query
  const query = {
    fromSandbox,
    toSandbox,
    ...(fromEntry !== undefined && { fromEntry: Number(fromEntry) }),
    ...(toEntry !== undefined && { toEntry: Number(toEntry) }),
  }
  const loaded = useLoaded(`compare ${JSON.stringify(query)}`, () =>
    got(control.GET('/_understudy/comparison', { params: { query } })),
  )
  return (
    <Page title="Compare" about="What was created, changed and removed between two moments, or in another sandbox.">
      <div class="moments">
        <MomentPicker
          title="From"
          name="from"
          chosen={fromSandbox}
          usual={fromSandbox === toSandbox ? 'start' : 'now'}
        />
        <MomentPicker title="To" name="to" chosen={toSandbox} usual="now" />
      </div>
      <Shown of={loaded}>
        {({ differences, total }) => {
          const shown = differences.filter(fits)
          return (
            <>
              <Filters count={countWords(differences, total)}>
                <Search label="Find in differences" placeholder="Find by name, kind or field" />
                <Choice name="change" label="Change" any="any" options={CHANGES.map((change) => [change, change])} />
              </Filters>
              {shown.length === 0 ? (
                <Empty title={total === 0 ? 'No differences' : 'No difference matches'} />
              ) : (
                <ul class="differences">
                  {shown.slice(0, MOST).map((one) => (
                    <DifferenceLine key={`${one.entity} ${one.id}`} difference={one} />
                  ))}
                </ul>
              )}
              {shown.length > MOST && <p class="quiet">and {shown.length - MOST} more; search to narrow them down.</p>}
            </>
          )
        }}
      </Shown>
    </Page>
  )
}

function fits({ entity, id, change, fields }: Difference): boolean {
  const { find = '', change: wanted = '' } = route.value.query
  if (wanted !== '' && change !== wanted) return false
  const words = [entity, sentenceCase(entity), id, nameOrId(entity, id), ...fields.map(({ name }) => name)]
  return words.join(' ').toLowerCase().includes(find.toLowerCase())
}

function countWords(differences: readonly Difference[], total: number): string {
  const count = (change: Difference['change']) => differences.filter((one) => one.change === change).length
  const parts = CHANGES.map((change) => `${count(change)} ${change}`).join(', ')
  return total > differences.length ? `${parts}, of ${total} in all` : parts
}

function DifferenceLine({ difference: { entity, id, change, fields: all } }: { difference: Difference }) {
  const fields = fieldsInWords(entity, all)
  const linked = resourceFor(entity)?.parents.length === 0 && change !== 'removed'
  return (
    <li>
      <details open={change === 'changed'}>
        <summary>
          <Chip text={change} tone={TONES[change]} /> <strong>{sentenceCase(entity)}</strong>{' '}
          {linked ? (
            <a href={hrefTo(['things', entity, id])} title={id}>
              {nameOrId(entity, id)}
            </a>
          ) : (
            <code>{id}</code>
          )}{' '}
          <span class="quiet">{fields.length === 1 ? '1 field' : `${fields.length} fields`}</span>
        </summary>
        <table class="mini side-by-side">
          <thead>
            <tr>
              <th>Field</th>
              <th>Before</th>
              <th>After</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, from, to }) => (
              <tr key={name}>
                <th scope="row">{fieldLabel(name)}</th>
                <td>{shownValue(from)}</td>
                <td>{shownValue(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </li>
  )
}

/** The fields that the API shows, unless only others differ. */
function fieldsInWords(entity: string, fields: Difference['fields']): Difference['fields'] {
  const resource = resourceFor(entity)
  const known = propertiesOf({ allOf: [resource?.listed?.item ?? {}, resource?.read?.answers ?? {}] })
  const shown = fields.filter(({ name }) => name in known)
  return shown.length > 0 ? shown : fields
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function shownValue(value: unknown) {
  if (value === undefined) return <span class="quiet">–</span>
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? <time dateTime={value}>{shortInstant(value)}</time> : value
}
