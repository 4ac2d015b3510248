import type { Contract } from '../../contract/contract.ts'
import { RULES } from '../../model/model.ts'
import type { Arazzo } from '../../scenario/arazzo.ts'
import type { Finding } from '../finding/finding.ts'
import { told } from '../finding/told.ts'
import { worded } from '../finding/words.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import { WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import type { Step } from '../step/step.ts'
import { failureCriteria } from './failure-criteria.ts'
import { credentialHeader, failureStep, statusCondition } from './failure-step.ts'
import { DEFAULT_SALT, inItsWords, outputsWanted } from './step-outputs.ts'

/**
 * A shrunk failure as an Arazzo scenario: it passes on an implementation that keeps the rule, and fails
 * on one that breaks it. Other runners can execute it; credentials come in as `$inputs.<actor>`.
 */
export function failureScenario(contract: Contract, { sequence, finding, replayed, how }: Shrunk): Arazzo {
  const last = sequence.steps.length - 1
  const found = failureCriteria(contract, finding, sequence, successOf(contract, finding))
  const { criteria, mustHappen, clock } = found
  const outputs = outputsWanted([sequence.steps, criteria])
  const said = criteria.map((one) => ({ ...one, condition: inItsWords(one.condition, outputs) }))
  const steps = sequence.steps.flatMap((step, index) => {
    if (isLook(step)) return []
    const own = { index, outputs, criteria: index === last ? said : undefined, status: statusOf(sequence, index) }
    const written = failureStep(contract, step, own)
    return [index === last && mustHappen ? { ...written, 'x-understudy': { mustHappen } } : written]
  })
  const telling = found.telling && replayed !== 'passed'
  return {
    arazzo: '1.0.1',
    info: {
      title: cut(`${finding.operation}: ${worded(finding).message}`),
      version: '1.0.0',
      description: [
        ...finding.rules.map((id) => ruleSentence(contract, id)),
        ...caveats(sequence.steps, telling),
        ...(how === 'leftovers' ? [LEFTOVERS] : []),
      ].join('\n'),
    },
    sourceDescriptions: [
      { name: 'api', url: './openapi.yaml', type: 'openapi' },
      { name: 'control', url: './control.yaml', type: 'openapi' },
      { name: 'doors', url: './side-doors.yaml', type: 'openapi' },
    ],
    'x-understudy': {
      ...(clock !== undefined && { clock }),
      checklist: checklistOf(finding),
      finding: { ...told(finding), rules: [...finding.rules] },
    },
    workflows: [
      {
        workflowId: 'failure',
        inputs: {
          type: 'object',
          properties: {
            ...Object.fromEntries(actorsIn(contract, sequence.steps).map((actor) => [actor, { type: 'string' }])),
            salt: { type: 'string', default: DEFAULT_SALT },
          },
        },
        steps,
      },
    ],
  }
}

const actorsIn = (contract: Contract, steps: readonly Step[]): string[] => [
  ...new Set(
    steps.flatMap((step) =>
      step.kind === 'request'
        ? [
            ...(!step.bearer && credentialHeader(contract, step.actor) ? [step.actor] : []),
            ...(step.claims ? [step.claims] : []),
          ]
        : [],
    ),
  ),
]

/** The judge's own look at its receiver: no request, and no outside event either. */
const isLook = (step: Step): boolean => step.kind === 'event' && step.event === WEBHOOK_RECEIVED

/** Said in a scenario that would pass on the target that it was found on. */
export const UNTOLD = 'Its criteria do not tell the failure'

/** Said in a scenario whose failure did not show on fresh data. */
export const LEFTOVERS =
  'It was only seen with what earlier sequences had left behind: on a target started anew it may pass.'

/** The limits of the scenario, in sentences. */
function caveats(steps: readonly Step[], telling: boolean): string[] {
  return [
    ...(steps.some(isLook) ? ["What arrived at the judge's own webhook receiver is not part of this scenario."] : []),
    ...(steps.some((step) => step.kind === 'request' && step.withNext)
      ? ['Some of its requests are sent at the same time, which other runners than understudy do not do.']
      : []),
    ...(steps.some((step) => step.kind === 'request' && step.duringNext)
      ? [
          'One of its requests is sent when half of the next is on its way. Other runners than understudy send one after the other, which may not show the failure.',
        ]
      : []),
    ...(telling ? [] : [`${UNTOLD}: look at the last answer.`]),
  ]
}

const successOf = (contract: Contract, { operation }: Finding): string =>
  contract.operations.has(operation) ? statusCondition(contract, operation, 200) : '$statusCode < 300'

const statusOf = (sequence: Shrunk['sequence'], index: number): number | undefined => {
  const exchange = sequence.trace[index]?.exchange
  return exchange?.answered ? exchange.received.status : undefined
}

function checklistOf({ rules }: Finding): string[] {
  const lines = rules.flatMap(
    (id): readonly string[] => RULES.find((rule) => rule.id === id)?.checklist ?? (/^[A-Z]{3}-/.test(id) ? [id] : []),
  )
  return [...new Set(lines)]
}

const ruleSentence = (contract: Contract, id: string): string =>
  RULES.find((rule) => rule.id === id)?.says ?? contract.checklist.get(id)?.says ?? id

const MOST_TITLE = 120

const cut = (title: string): string => (title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE - 1)}…` : title)
