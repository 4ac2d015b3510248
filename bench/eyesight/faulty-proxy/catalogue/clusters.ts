import { clustersAccess } from './clusters-access.ts'
import { clustersThemselves } from './clusters-themselves.ts'

export const clusters = [...clustersThemselves, ...clustersAccess]
