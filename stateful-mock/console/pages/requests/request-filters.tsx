import { Choice, Filters, Search } from '../../parts/filters.tsx'
import { route } from '../../session/route.ts'
import { type Logged, requests, skipped } from '../../world/requests.ts'

/** The log's filters in the URL; `by` is the caller, because `actor` is whom the console acts as. */
export function requestFilter(): { readonly find: string; readonly status: string; readonly by: string } {
  const { find = '', status = '', by = '' } = route.value.query
  return { find, status, by }
}

export function fitsFilter({ status, method, path, operationId = '', rules, actor }: Logged): boolean {
  const wanted = requestFilter()
  const group = status === 0 || status >= 500 ? '5' : String(Math.floor(status / 100))
  if (wanted.status !== '' && wanted.status !== group) return false
  if (wanted.by !== '' && wanted.by !== actor) return false
  return `${method} ${path} ${operationId} ${status} ${rules.join(' ')}`
    .toLowerCase()
    .includes(wanted.find.toLowerCase())
}

export function RequestFilters({ shown, selected }: { shown: number; selected: string }) {
  const callers = [...new Set(requests.value.flatMap(({ actor }) => actor ?? []))].sort()
  return (
    <Filters
      count={
        <>
          {shown.toLocaleString('en')} shown
          {skipped.value > 0 && `, a sample: ${skipped.value.toLocaleString('en')} came too fast to show`}
          {selected}
        </>
      }
    >
      <Search label="Find in requests" placeholder="Find by path, operation, rule" />
      <Choice
        name="status"
        label="Status"
        any="all"
        options={[
          ['2', '2xx'],
          ['4', '4xx'],
          ['5', '5xx and dropped'],
        ]}
      />
      <Choice name="by" label="Caller" any="anyone" options={callers.map((name) => [name, name])} />
    </Filters>
  )
}
