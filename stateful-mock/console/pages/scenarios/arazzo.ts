import { isRecord } from '../../contract/schema-values.ts'

/** A step of a scenario, as far as people want to see it. */
export interface ScenarioStep {
  readonly id: string
  readonly words: string
  readonly operation: string
  readonly expects: readonly string[]
}

/** The steps of a scenario's document, whoever wrote it. */
export function stepsOf(document: unknown): readonly ScenarioStep[] {
  if (!isRecord(document) || !Array.isArray(document.workflows)) return []
  return document.workflows
    .filter(isRecord)
    .flatMap(({ steps }) => (Array.isArray(steps) ? steps.filter(isRecord).map(readStep) : []))
}

function readStep(step: Record<string, unknown>): ScenarioStep {
  const operation = String(step.operationId ?? step.workflowId ?? '')
  const criteria = Array.isArray(step.successCriteria) ? step.successCriteria.filter(isRecord) : []
  return {
    id: String(step.stepId ?? ''),
    words: String(step.description ?? step.stepId ?? ''),
    operation: operation.replace(/^\$sourceDescriptions\.\w+\./, ''),
    expects: criteria.map(inWords),
  }
}

/** A criterion, shortened to what a reader needs. */
function inWords({ condition, type }: Record<string, unknown>): string {
  const text = String(condition)
  if (type === 'regex') return `matches /${text}/`
  return text
    .replace(/^\$statusCode == /, 'status ')
    .replaceAll(/\$response\.body#\/([\w/]+)/g, (_, path: string) => path.replaceAll('/', '.'))
    .replaceAll(/\{?\$(?:inputs|steps\.\w+\.outputs)\.(\w+)\}?/g, '$1')
    .replaceAll('$statusCode', 'status')
    .replaceAll(' == ', ' is ')
    .replaceAll(' != ', ' is not ')
}

/** Why somebody bothered to write it, from our own block. */
export function reasonOf(document: unknown): string | undefined {
  const own = isRecord(document) ? document['x-understudy'] : undefined
  return isRecord(own) && typeof own.why === 'string' ? own.why : undefined
}
