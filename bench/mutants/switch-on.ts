import { activate } from './mutant.ts'

activate(process.env.MUTANT)
