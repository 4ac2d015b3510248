import { type Edit, edit } from '../fault.ts'

/** A wait in the middle of an operation, as for a query. */
export const WAIT = 'await new Promise((resolve) => setTimeout(resolve, 150))'

/** The candidate, whose operations may wait: others come in between. */
export const INTERLEAVED: readonly Edit[] = [
  edit('server.mjs', "request.on('end', () => {", "request.on('end', async () => {"),
  edit('server.mjs', 'send(response, handle({', 'send(response, await handle({'),
  edit('handle.mjs', 'return function handle(', 'return async function handle('),
  edit('handle.mjs', 'route.run(ctx)', 'await route.run(ctx)'),
]

/** The second candidate, whose operations may wait. */
export const INTERLEAVED_SECOND: readonly Edit[] = [
  edit('server.ts', 'send(choice, response, handle({', 'send(choice, response, await handle({'),
  edit('handle.ts', 'return function handle(', 'return async function handle('),
  edit('handle.ts', 'return answer(world, route, {', 'return await answer(world, route, {'),
  edit('handle.ts', 'function answer(', 'async function answer('),
  edit('handle.ts', 'const body = route.run(ctx)', 'const body = await route.run(ctx)'),
]
