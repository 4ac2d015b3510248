import type { Contract } from '../../contract/contract.ts'
import { controlDriver, type Driver, type DriverPlace, loadDriver, patientClient } from '../driver.ts'

export interface DrivenTarget extends DriverPlace {
  readonly contract: Contract
  /** Our own mock brings its driver along. */
  readonly isMock: boolean
}

/** The driver for a target: the mock's own, or the one in the profile. */
export async function driverFor({ contract, isMock, ...place }: DrivenTarget): Promise<Driver> {
  const { controlOperations, profile } = contract
  if (!isMock) return loadDriver(profile.driver, place, controlOperations)
  return controlDriver(place.url, controlOperations, patientClient(place.url, place.stopping))
}
