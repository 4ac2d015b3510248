import { AREA_TITLES, AREAS } from '../../contract/contract.ts'
import { Shown } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { hrefTo } from '../../session/route.ts'
import { lookingBackAt } from '../../session/session.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { AreaNumbers } from './area-numbers.tsx'
import { Attention } from './attention.tsx'
import { DueNext } from './due-next.tsx'
import { LatestRequests } from './latest-requests.tsx'
import { loadOverview } from './load-overview.ts'
import { OnCallNow } from './on-call-now.tsx'
import { PlayedScenario } from './played-scenario.tsx'

/** The organization at a glance. */
export function OverviewPage() {
  const loaded = useLoaded('overview', loadOverview)
  return (
    <Page title="Overview" about="What needs attention, who is on call, and what is due next.">
      <PlayedScenario />
      <Shown of={loaded}>
        {(world) => (
          <>
            <div class="overview-top">
              <Attention world={world} />
              <OnCallNow world={world} />
              {lookingBackAt.value === undefined && <DueNext />}
            </div>
            <ul class="area-cards">
              {AREAS.map((area) => (
                <li key={area}>
                  <a href={hrefTo(['areas', area])}>
                    <h2>{AREA_TITLES[area]}</h2>
                    <AreaNumbers area={area} world={world} />
                  </a>
                </li>
              ))}
            </ul>
            <LatestRequests />
          </>
        )}
      </Shown>
    </Page>
  )
}
