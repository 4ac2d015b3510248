import { registryAccess } from './registry-access.ts'
import { registryImages } from './registry-images.ts'
import { registryItself } from './registry-itself.ts'

export const registry = [...registryItself, ...registryAccess, ...registryImages]
