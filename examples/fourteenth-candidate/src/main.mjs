import { serve } from './server.mjs'
const at = process.argv.indexOf('--port')
serve(at > 0 ? Number(process.argv[at + 1]) : 0)
