import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONG } from './long-files.ts'

/** Starts the long files first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONG.findIndex((name) => moduleId.endsWith(`/${name}`))
      return index === -1 ? LONG.length : index
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
