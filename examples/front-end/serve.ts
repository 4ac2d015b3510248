/** Serves the page; its script is put together when it starts. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const port = Number(process.env.PORT ?? 5173)
const bundle = await rolldown({ input: join(import.meta.dirname, 'src/main.ts'), platform: 'browser' })
const { output } = await bundle.generate({ format: 'esm' })
const page = readFileSync(join(import.meta.dirname, 'index.html'))

createServer((request, response) => {
  const script = request.url === '/main.js'
  response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html')
  response.end(script ? output[0].code : page)
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
