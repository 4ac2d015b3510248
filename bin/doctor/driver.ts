import { usefulEvents } from '../../src/conformance/plan/useful-events.ts'
import type { Driver } from '../../src/target/driver.ts'
import { type DrivenTarget, driverFor } from '../../src/target/opening/driver-for.ts'
import { type Stopping, UNSTOPPED, within } from '../../src/target/stopping.ts'
import { type Check, note, ok, problem } from './check.ts'

/** Checks that the driver loads, answers, and can cause the events that a run needs. */
export async function driverChecks(place: DrivenTarget): Promise<Check[]> {
  const { contract, isMock: mock } = place
  const useful = usefulEvents(contract)
  const { driver: profile } = contract.profile
  if (!mock && !profile)
    return [
      note(
        'driver',
        `none, so none of the ${useful.length} outside events that a run uses can be triggered`,
        'add one to the profile (driver: { module: ./driver.mjs }); docs/drivers.md explains how',
      ),
    ]
  const name =
    mock || !profile ? 'the control interface of the target' : 'module' in profile ? profile.module : profile.url
  try {
    const driver = await driverFor(place)
    return [await answerCheck(name, driver, place.stopping), eventsCheck(name, driver, useful)]
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    return [problem('driver', `${name} cannot be loaded: ${reason}`, 'fix it; docs/drivers.md has an example')]
  }
}

/** Asked for the time, which changes nothing. */
async function answerCheck(name: string, driver: Driver, stopping: Stopping = UNSTOPPED): Promise<Check> {
  if (!driver.can('getClock')) return ok('driver', `${name} loads; it has no getClock, so it was not called`)
  try {
    await within(driver.cause('getClock', {}), PATIENCE_MS, stopping)
    return ok('driver', `${name} responds`)
  } catch (error) {
    return problem('driver', `${name} does not respond: ${(error as Error).message}`, 'start the server it talks to')
  }
}

function eventsCheck(name: string, driver: Driver, useful: readonly string[]): Check {
  const can = useful.filter((event) => driver.can(event))
  const cannot = useful.filter((event) => !driver.can(event))
  const says = `${can.length} of the ${useful.length} outside events that a run uses can be triggered`
  if (cannot.length === 0) return ok('events', says)
  const next = `whatever depends on them is not exercised; add functions with these names to ${name}`
  return note('events', `${says}; not ${cannot.join(', ')}`, next)
}

const PATIENCE_MS = 5_000
