import { StatusChip } from '../../parts/chip.tsx'
import { NoRequests } from '../../parts/no-requests.tsx'
import { Panel } from '../../parts/page.tsx'
import { hrefTo } from '../../session/route.ts'
import { Ago } from '../../values/instant.tsx'
import { requests } from '../../world/requests.ts'

/** The newest entries of the request log. */
export function LatestRequests() {
  const latest = requests.value.slice(0, 6)
  return (
    <Panel title="Latest requests" tools={<a href={hrefTo(['requests'])}>All requests</a>}>
      {latest.length === 0 ? (
        <NoRequests />
      ) : (
        <ul class="lines">
          {latest.map(({ id, method, path, operationId, status, at, actor }) => (
            <li key={id}>
              <a href={hrefTo(['requests', id])}>
                <StatusChip status={status} />
                <span class={`method method-${method}`}>{method}</span>
                <span class="line-title">{operationId ?? path}</span>
                <span class="quiet line-note">{actor}</span>
                <span class="quiet line-at">
                  <Ago at={at} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
