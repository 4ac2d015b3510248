import { emptyAnswer } from '../../http/wire.ts'
import type { SandboxStep } from './sandbox-exchange.ts'

/** Answers `OPTIONS *`, which is about the server and no path (RFC 9110, 9.3.7). */
export const answerAsterisk: SandboxStep = (exchange, next) =>
  exchange.request.method === 'OPTIONS' && exchange.request.target === '*' ? emptyAnswer(204) : next(exchange)
