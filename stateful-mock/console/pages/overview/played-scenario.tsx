import { control, got } from '../../client/control.ts'
import { hrefTo } from '../../session/route.ts'
import { sandbox } from '../../session/session.ts'
import { useLoaded } from '../../world/use-loaded.ts'

/** The scenario that this sandbox is in the middle of, if any. */
export function PlayedScenario() {
  const { data } = useLoaded('played scenario', loadPlayed)
  if (data === undefined || data === null) return null
  return (
    <div class="played-scenario" role="status">
      <p>
        <strong>You are inside a scenario.</strong> {data.summary || data.name}
      </p>
      <div class="tools">
        <a class="button small" href={hrefTo(['scenarios', data.name])}>
          Steps
        </a>
        <a class="button small" href={hrefTo(['story'])}>
          Story so far
        </a>
      </div>
    </div>
  )
}

async function loadPlayed() {
  const path = { sandbox: sandbox.peek() }
  const { from } = await got(control.GET('/_understudy/sandboxes/{sandbox}', { params: { path } }))
  if (!from || !('scenario' in from)) return null
  return got(control.GET('/_understudy/scenarios/{scenario}', { params: { path: { scenario: from.scenario } } }))
}
