import { timerWords } from '../../contract/timer-words.ts'
import { Empty } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { hrefTo } from '../../session/route.ts'
import { relative, useTicking } from '../../values/instant.tsx'
import { clock } from '../../world/live.ts'
import { thingName } from '../../world/names.ts'

/** The timers that fire next. */
export function DueNext() {
  useTicking()
  const due = clock.value?.due ?? []
  return (
    <Panel title="Due next" tools={<a href={hrefTo(['time'])}>Time</a>}>
      {due.length === 0 ? (
        <Empty title="Nothing is due">No timers are pending.</Empty>
      ) : (
        <ul class="lines">
          {due.slice(0, 6).map(({ at, timer, entity, id }) => (
            <li key={`${at} ${timer} ${id}`}>
              <a href={hrefTo(['things', entity, id])}>
                <span class="line-pair">
                  <span class="line-title">{timerWords(timer)}</span>
                  <span class="quiet line-note">{thingName(entity, id)}</span>
                </span>
                <span class="quiet line-at">{relative(at)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
