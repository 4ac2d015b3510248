import { type EventGenerator, oneOf } from './event-generator.ts'

const MEGABYTE = 1_048_576

/** A build pushes into a repository that is there; a small one, since a quota is not to be used up by itself. */
export const imageIsPushed: EventGenerator = ({ reader, org, dice }) => {
  const repository = oneOf(dice, reader.oldest('RegistryRepository', 'all', org))
  if (!repository) return undefined
  const tag = `build-${dice.between(1000, 9999)}`
  const layers = [{ sizeBytes: dice.between(1, 4) * MEGABYTE }]
  const body = { registry: repository.registry, repository: repository.id, tags: [tag], layers }
  return { name: 'imagePushed', org, body }
}
