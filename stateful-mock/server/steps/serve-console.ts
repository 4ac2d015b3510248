import type { Contract } from '../../../src/contract/contract.ts'
import { memo } from '../../../src/contract/memo.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import { parseTarget } from '../../http/request-target.ts'
import { NO_REASON } from '../../http/wire.ts'
import type { SandboxStep } from './sandbox-exchange.ts'

/** The files of the console, by path. They are built by scripts/build-console.ts. */
const ASSETS: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/console/app.js': ['app.js', 'text/javascript; charset=utf-8'],
  '/console/app.css': ['app.css', 'text/css; charset=utf-8'],
  '/console/icon.svg': ['icon.svg', 'image/svg+xml'],
}
const CONTRACT = '/console/contract.json'

/** A page that can steer the mock takes nothing from elsewhere and is framed by nobody. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

const isPart = (path: string): boolean =>
  path === '/' || (path.startsWith('/console/') && (path === CONTRACT || Object.hasOwn(ASSETS, path)))

/** True if a request is for the console, by its target: path and query. */
export function isConsole(target: string): boolean {
  const end = target.indexOf('?')
  return isPart(end < 0 ? target : target.slice(0, end))
}

/** Serves the console in the browser and what it needs to know of the contract. */
export const serveConsole: SandboxStep = (exchange, next) => {
  const { method, target } = exchange.request
  const { path } = parseTarget(target)
  if ((method !== 'GET' && method !== 'HEAD') || !isPart(path)) return next(exchange)
  const { contract, mock } = exchange.sandbox
  const [file = '', type = 'application/json; charset=utf-8'] = ASSETS[path] ?? []
  const body = path === CONTRACT ? contractText(contract) : mock.platform.consoleFile(file)
  if (body === undefined) return next(exchange)
  return { status: 200, headers: { 'Content-Type': type, ...PAGE_HEADERS }, body, why: NO_REASON }
}

const contractText = memo((contract: Contract) => {
  const { operations, doors, controlOperations, machines, checklist } = contract
  return JSON.stringify({
    operations: [...operations.values()].map(described),
    doors: [...doors.values()].map(described),
    control: [...controlOperations.values()].map(described),
    machines,
    checklist: Object.fromEntries(checklist),
  })
})

/** An operation without what only other readers of the contract need. */
function described({ responses, success, checklist: _, cost: __, assumedBinding: ___, ...operation }: Operation) {
  return { ...operation, answers: responses.get(String(success.status))?.schema }
}
