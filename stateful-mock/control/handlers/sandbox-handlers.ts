import type { Mock, Sandbox } from '../../sandboxes/mock.ts'
import { sandboxView } from '../../views/sandbox-view.ts'
import { isRefused } from '../../world/refused.ts'
import type { Origin } from '../../world/world-start.ts'
import { type ControlAnswer, type ControlHandler, created, done, not } from './control-handler.ts'
import { goneMeanwhile } from './gone-meanwhile.ts'

export const listSandboxes: ControlHandler = ({ mock: { sandboxes } }) =>
  done({ sandboxes: [...sandboxes].map(sandboxView), limit: sandboxes.limit })

interface Wanted {
  readonly name: string
  readonly from?: Origin | { readonly fork: string } | { readonly scenario: string }
}

export const createSandbox: ControlHandler = ({ mock }, { body }) => {
  const { sandboxes } = mock
  const { name, from } = body as Wanted
  if (from && 'scenario' in from) return playedNew(mock, name, from.scenario)
  if (!from || !('fork' in from)) {
    const make = () => createdSandbox(sandboxes.create(name, from))
    return sandboxes.ready(from)?.then(make) ?? make()
  }
  const origin = sandboxes.get(from.fork)
  return origin ? createdSandbox(sandboxes.fork(origin, name)) : unknown(from.fork)
}

export const getSandbox: ControlHandler = (here, { parameters }) =>
  withSandbox(here, parameters.sandbox, (sandbox) => done(sandboxView(sandbox)))

export const dropSandbox: ControlHandler = ({ mock: { sandboxes } }, { parameters: { sandbox = '' } }) => {
  const refused = sandboxes.drop(sandbox)
  return refused ? not(refused) : { status: 204 }
}

export const forkSandbox: ControlHandler = (here, { parameters, body }) =>
  withSandbox(here, parameters.sandbox, (sandbox) => {
    const { name, entry } = body as { name: string; entry?: number }
    return createdSandbox(here.mock.sandboxes.fork(sandbox, name, entry))
  })

export const resetSandbox: ControlHandler = (here, { parameters }) =>
  withSandbox(here, parameters.sandbox, (sandbox) => {
    const { sandboxes } = here.mock
    const reset = () => {
      sandboxes.restart(sandbox)
      return done(sandboxView(sandbox))
    }
    return sandboxes.ready(sandbox.holder.start)?.then(() => goneMeanwhile(sandbox) ?? reset()) ?? reset()
  })

const createdSandbox = (sandbox: Parameters<typeof not>[0] | Sandbox): ControlAnswer =>
  isRefused(sandbox) ? not(sandbox) : created(sandboxView(sandbox))

/** One that a scenario was played in, to its end. */
async function playedNew(mock: Mock, name: string, scenarioName: string): Promise<ControlAnswer> {
  if (mock.sandboxes.get(name)) return { status: 409, error: `a sandbox named ${name} already exists` }
  const scenario = (await mock.scenarios()).get(scenarioName)
  if (isRefused(scenario)) return not(scenario)
  const { playScenarioInto } = await import('../../scenarios/play-scenario.ts')
  return createdSandbox(await playScenarioInto(mock, scenario, { name, upTo: undefined }))
}

const unknown = (name: string): ControlAnswer => ({ status: 404, error: `there is no sandbox named ${name}` })

function withSandbox(
  { mock }: Sandbox,
  name: string | undefined,
  then: (sandbox: Sandbox) => ControlAnswer | Promise<ControlAnswer>,
): ControlAnswer | Promise<ControlAnswer> {
  const sandbox = mock.sandboxes.get(name ?? '')
  return sandbox ? then(sandbox) : unknown(name ?? '')
}
