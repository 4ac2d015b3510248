import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { AREAS, type AreaName, contract, contractProblem, loadContract } from './contract/contract.ts'
import { AreaPage } from './pages/area/area-page.tsx'
import { ChartsPage } from './pages/charts/charts-page.tsx'
import { ComparePage } from './pages/compare/compare-page.tsx'
import { FaultsPage } from './pages/faults/faults-page.tsx'
import { GapsPage } from './pages/gaps/gaps-page.tsx'
import { OverviewPage } from './pages/overview/overview-page.tsx'
import { PagingPage } from './pages/paging/paging-page.tsx'
import { RequestsPage } from './pages/requests/requests-page.tsx'
import { ScenarioPage } from './pages/scenarios/scenario-page.tsx'
import { ScenariosPage } from './pages/scenarios/scenarios-page.tsx'
import { StoryPage } from './pages/story/story-page.tsx'
import { ThingPage } from './pages/thing/thing-page.tsx'
import { TimePage } from './pages/time/time-page.tsx'
import { TryPage } from './pages/try/try-page.tsx'
import { WebhooksPage } from './pages/webhooks/webhooks-page.tsx'
import { Empty, Problem } from './parts/loaded.tsx'
import { Page } from './parts/page.tsx'
import { hrefTo, route } from './session/route.ts'
import { MissingSandbox } from './shell/missing-sandbox.tsx'
import { Shell } from './shell/shell.tsx'
import { loadRules } from './values/rules.tsx'
import { actors } from './world/actors.ts'
import { followSandbox, sandboxState } from './world/follow.ts'

const isArea = (name: string | undefined): name is AreaName => AREAS.some((area) => area === name)

/** The page that the address names. */
function CurrentPage() {
  const [place = 'overview', first, ...rest] = route.value.parts
  switch (place) {
    case 'overview':
      return <OverviewPage />
    case 'areas':
      return isArea(first) ? <AreaPage area={first} entity={rest[0]} values={rest.slice(1)} /> : <NotFound />
    case 'things':
      return <ThingPage key={[first, ...rest].join(' ')} entity={first ?? ''} values={rest} />
    case 'requests':
      return <RequestsPage id={first} />
    case 'time':
      return <TimePage />
    case 'story':
      return <StoryPage />
    case 'compare':
      return <ComparePage />
    case 'faults':
      return <FaultsPage />
    case 'scenarios':
      return first === undefined ? <ScenariosPage /> : <ScenarioPage key={first} name={first} />
    case 'gaps':
      return <GapsPage />
    case 'webhooks':
      return <WebhooksPage />
    case 'pages':
      return <PagingPage />
    case 'charts':
      return <ChartsPage />
    case 'try':
      return <TryPage id={first} />
    default:
      return <NotFound />
  }
}

const NotFound = () => (
  <Page title="Page not found">
    <Empty title="The link leads nowhere">
      Go to the <a href={hrefTo(['overview'])}>overview</a>.
    </Empty>
  </Page>
)

function App() {
  const here = route.value.parts.join(' ')
  useEffect(() => {
    const [place = 'overview', ...rest] = route.peek().parts
    document.title = `${[...rest.slice(-1), place].join(', ')} · Understudy`
    document.querySelector('main')?.scrollTo({ top: 0 })
  }, [here])
  return (
    <Shell>
      {contractProblem.value !== undefined && <Problem text={contractProblem.value} />}
      {sandboxState.value === 'missing' ? <MissingSandbox /> : <WhenReady />}
    </Shell>
  )
}

function WhenReady() {
  const ready = contract.value && actors.value.length > 0 && sandboxState.value === 'there'
  if (ready) return <CurrentPage />
  return contractProblem.value === undefined ? <p class="loading">Loading</p> : null
}

const root = document.getElementById('app')
if (root) {
  root.textContent = ''
  render(<App />, root)
}
followSandbox()
void loadContract()
sandboxState.subscribe((state) => {
  if (state === 'there') void loadRules().catch(() => {})
})
