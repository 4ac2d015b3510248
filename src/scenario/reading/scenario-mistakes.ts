import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import { validatorFor } from '../../contract/schema/schema-compiler.ts'
import { didYouMean } from '../../contract/text/did-you-mean.ts'
import type { Arazzo, ScenarioNotes, Workflow } from '../arazzo.ts'
import { stepMistakes, type Wrong } from './step-mistakes.ts'

/** The mistakes that the schema cannot find: names that refer to nothing. */
export function scenarioMistakes(contract: Contract, document: Arazzo): Wrong[] {
  const [workflow, another] = document.workflows
  if (!workflow) return []
  if (another)
    return [{ path: ['workflows', '1'], message: 'a scenario has one workflow; put this one into another file' }]
  return [...notesMistakes(contract, document['x-understudy'] ?? {}, workflow), ...workflowMistakes(contract, document)]
}

function workflowMistakes(contract: Contract, { workflows, sourceDescriptions }: Arazzo): Wrong[] {
  const { steps = [], inputs } = workflows[0] ?? {}
  const known = { sources: sourceDescriptions.map(({ name }) => name), inputs: Object.keys(inputs?.properties ?? {}) }
  const met = new Set<string>()
  return steps.flatMap((step, index) => {
    const earlier = steps.slice(0, index)
    const path = ['workflows', '0', 'steps', String(index)]
    const twice = met.has(step.stepId)
    met.add(step.stepId)
    const mistakes = stepMistakes(contract, step, { ...known, earlier })
    return [
      ...(twice ? [{ path: [...path, 'stepId'], message: `there are two steps called ${step.stepId}` }] : []),
      ...mistakes.map((wrong) => ({ ...wrong, path: [...path, ...wrong.path] })),
    ]
  })
}

function notesMistakes(contract: Contract, notes: ScenarioNotes, workflow: Workflow): Wrong[] {
  const { checklist = [], gaps = {}, inputs = {}, stopAfter } = notes
  const steps = workflow.steps.map(({ stepId }) => stepId)
  const declared = Object.keys(workflow.inputs?.properties ?? {})
  const lines = [...contract.checklist.keys()]
  return [
    ...checklist
      .map((id, index) => ({ id, path: ['x-understudy', 'checklist', String(index)] }))
      .filter(({ id }) => !contract.checklist.has(id))
      .map(({ id, path }) => ({ path, message: `there is no checklist line ${id}${didYouMean(id, lines)}` })),
    ...Object.entries(gaps).flatMap(([id, value]) =>
      gapMistakes(contract, id, value).map((message) => ({ path: ['x-understudy', 'gaps', id], message })),
    ),
    ...Object.keys(inputs)
      .filter((name) => !declared.includes(name))
      .map((name) => ({
        path: ['x-understudy', 'inputs', name],
        message: `the workflow has no input ${name}${didYouMean(name, declared)}`,
      })),
    ...(stopAfter === undefined || steps.includes(stopAfter)
      ? []
      : [
          {
            path: ['x-understudy', 'stopAfter'],
            message: `there is no step ${stopAfter}${didYouMean(stopAfter, steps)}`,
          },
        ]),
  ]
}

function gapMistakes({ gaps: { definitions } }: Contract, id: string, value: unknown): string[] {
  const definition = definitions.get(id as GapId)
  if (!definition) return [`there is no gap ${id}${didYouMean(id, [...definitions.keys()])}`]
  return validatorFor(definition.schema)(value).map(({ message }) => `${id}: ${message}`)
}
