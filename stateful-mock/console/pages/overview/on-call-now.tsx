import { Empty } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { hrefTo } from '../../session/route.ts'
import { shortInstant } from '../../values/instant.tsx'
import type { Overview } from './load-overview.ts'

const MOST_PEOPLE = 6

/** The person on call in each of the first schedules. */
export function OnCallNow({ world }: { world: Overview }) {
  return (
    <Panel title="On call now" tools={<a href={hrefTo(['charts'])}>Rotation</a>}>
      {world.schedules.length === 0 ? (
        <Empty title="No schedule yet">
          <a href={hrefTo(['areas', 'oncall', 'OncallSchedule'])}>Create one</a> to see who is on call.
        </Empty>
      ) : (
        <ul class="people">
          {world.schedules.slice(0, MOST_PEOPLE).map(({ id, name, onCallNow }) => (
            <li key={id}>
              <a href={hrefTo(['things', 'OncallSchedule', id])}>
                <span class="avatar" aria-hidden="true">
                  {onCallNow?.label.charAt(0) ?? '–'}
                </span>
                <span>
                  <strong>{onCallNow?.label ?? 'Nobody'}</strong> <span class="quiet">{name}</span>
                  {onCallNow && (
                    <span class="quiet block">
                      until {shortInstant(onCallNow.until, false)}
                      {onCallNow.override && ', override'}
                    </span>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <More all={world.schedules.length} shown={MOST_PEOPLE} href={hrefTo(['areas', 'oncall', 'OncallSchedule'])} />
    </Panel>
  )
}

/** A list at a glance has an end; the rest is a click away. */
function More({ all, shown, href }: { all: number; shown: number; href: string }) {
  if (all <= shown) return null
  return (
    <p class="more">
      <a href={href}>{(all - shown).toLocaleString('en')} more</a>
    </p>
  )
}
