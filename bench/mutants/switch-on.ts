import './wrong-rows.ts'
import { activate } from './mutant.ts'

activate(process.env.MUTANT)
