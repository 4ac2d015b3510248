import { type Edit, edit } from './fault.ts'

/** Between checking and writing, something is waited for. */
export const WAIT = 'await new Promise((resolve) => setTimeout(resolve, 5))'

/** Lets handlers of the first candidate wait. By itself it changes no answer. */
export const WAITING_CANDIDATE: readonly Edit[] = [
  edit('server.mjs', "request.on('end', () => {", "request.on('end', async () => {"),
  edit('server.mjs', 'send(response, handle({', 'send(response, await handle({'),
  edit('handle.mjs', 'return function handle(', 'return async function handle('),
  edit('handle.mjs', 'finish(choice, route, route.run(ctx))', 'finish(choice, route, await route.run(ctx))'),
]

/** The same for the second candidate. */
export const WAITING_SECOND_CANDIDATE: readonly Edit[] = [
  edit('server.ts', 'send(choice, response, handle({', 'send(choice, response, await handle({'),
  edit('handle.ts', 'return function handle(', 'return async function handle('),
  edit('handle.ts', 'return answer(world, route, {', 'return await answer(world, route, {'),
  edit('handle.ts', 'function answer(', 'async function answer('),
  edit('handle.ts', 'const body = route.run(ctx)', 'const body = await route.run(ctx)'),
]
