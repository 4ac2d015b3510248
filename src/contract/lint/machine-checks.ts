import { type Check, triggerExists } from './subject.ts'

export const machineRows: Check = (subject) => {
  const { source } = subject
  return source.machines.flatMap(({ entity, states, closed = {}, rows }) => [
    ...rows
      .filter(({ on }) => !triggerExists(on, subject))
      .map(({ on }) => `machine ${entity}: ${on} is not an operation, event or timer`),
    ...rows
      .flatMap(({ from, to }) => [...from, ...(to === 'gone' ? [] : [to])])
      .filter((state) => !states.includes(state))
      .map((state) => `machine ${entity}: ${state} is not among its states`),
    ...rows
      .filter(({ from, to }) => from.some((state) => state in closed && state !== to))
      .map(({ on, from }) => `machine ${entity}: ${on} leaves the closed state ${from.join(', ')}`),
    ...rows
      .filter(({ rule }) => rule && !(rule in source.checklist))
      .map(({ rule }) => `machine ${entity}: there is no checklist line ${rule}`),
    ...rows
      .filter(({ gap }) => gap && !(gap in source.gaps))
      .map(({ gap }) => `machine ${entity}: there is no gap ${gap}`),
  ])
}
