import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { AreaPage } from './pages/area.tsx'
import { ChartsPage } from './pages/charts.tsx'
import { FaultsPage } from './pages/faults.tsx'
import { GapsPage } from './pages/gaps.tsx'
import { OverviewPage } from './pages/overview.tsx'
import { PagingPage } from './pages/paging.tsx'
import { RequestsPage } from './pages/requests.tsx'
import { ScenariosPage } from './pages/scenarios.tsx'
import { ThingPage } from './pages/thing.tsx'
import { TimePage } from './pages/time.tsx'
import { TryPage } from './pages/try.tsx'
import { WebhooksPage } from './pages/webhooks.tsx'
import { Empty, Problem } from './parts/states.tsx'
import { loadRules } from './parts/why.tsx'
import { Shell } from './shell.tsx'
import { actors } from './state/actors.ts'
import { AREAS, type AreaName, contract, contractProblem, loadContract } from './state/contract.ts'
import { follow } from './state/live.ts'
import { hrefTo, route } from './state/route.ts'

const isArea = (name: string | undefined): name is AreaName => AREAS.some((area) => area === name)

function Here() {
  const [place = 'overview', first, ...rest] = route.value.parts
  switch (place) {
    case 'overview':
      return <OverviewPage />
    case 'areas':
      return isArea(first) ? <AreaPage area={first} entity={rest[0]} values={rest.slice(1)} /> : <Nowhere />
    case 'things':
      return <ThingPage key={[first, ...rest].join(' ')} entity={first ?? ''} values={rest} />
    case 'requests':
      return <RequestsPage id={first} />
    case 'time':
      return <TimePage />
    case 'faults':
      return <FaultsPage />
    case 'scenarios':
      return <ScenariosPage name={first} />
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
      return <Nowhere />
  }
}

const Nowhere = () => (
  <Empty title="There is nothing here">
    The link leads nowhere. Go to the <a href={hrefTo(['overview'])}>overview</a>.
  </Empty>
)

function App() {
  const here = route.value.parts.join(' ')
  useEffect(() => {
    const [place = 'overview', ...rest] = route.peek().parts
    document.title = `${[...rest.slice(-1), place].join(', ')} · Understudy`
    document.querySelector('main')?.scrollTo({ top: 0 })
  }, [here])
  const ready = contract.value && actors.value.length > 0
  return (
    <Shell>
      {contractProblem.value !== undefined && <Problem text={contractProblem.value} />}
      {ready ? <Here /> : contractProblem.value === undefined && <p class="loading">Loading</p>}
    </Shell>
  )
}

const root = document.getElementById('app')
if (root) {
  root.textContent = ''
  render(<App />, root)
}
follow()
void loadContract()
void loadRules().catch(() => {})
