import type { Contract } from '../../contract/contract.ts'
import { controlDriver, type Driver, loadDriver } from '../driver.ts'

export interface DriverPlace {
  readonly contract: Contract
  readonly url: string
  /** What a module's path is relative to. */
  readonly folder: string
  /** Our own mock brings its driver along. */
  readonly isMock: boolean
}

export async function driverFor({ contract, url, folder, isMock }: DriverPlace): Promise<Driver> {
  const { controlOperations, profile } = contract
  return isMock ? controlDriver(url, controlOperations) : loadDriver(profile.driver, { url, folder }, controlOperations)
}
