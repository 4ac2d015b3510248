/** Serves a page that brings its API along: besides the page, its script and MSW's worker there is no server. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const port = Number(process.env.PORT ?? 5174)
const folder = join(import.meta.dirname, 'page')
const bundle = await rolldown({ input: join(folder, 'main.ts'), platform: 'browser' })
const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })

const files: Readonly<Record<string, string | Buffer>> = {
  '/main.js': output[0].code,
  '/mockServiceWorker.js': readFileSync(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'))),
}
const page = readFileSync(join(folder, 'index.html'))

createServer(({ url = '' }, response) => {
  response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html')
  response.end(files[url] ?? page)
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
