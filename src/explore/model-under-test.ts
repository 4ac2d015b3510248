import { advance } from '../model/advance.ts'
import { decide, decideEvent } from '../model/decide.ts'

/** The three functions a world changes by. Tests put broken ones in their place. */
export interface ModelUnderTest {
  readonly decide: typeof decide
  readonly decideEvent: typeof decideEvent
  readonly advance: typeof advance
}

export const THE_MODEL: ModelUnderTest = { decide, decideEvent, advance }
