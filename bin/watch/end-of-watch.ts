/** Why watching ends. */
export type Ending = 'interrupted' | 'time' | 'exchanges' | 'bail' | 'failure'

/** A promise that the first reason to end fulfils. */
export class EndOfWatch {
  readonly reached: Promise<Ending>
  #end: (ending: Ending) => void = () => {}

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  because(ending: Ending): void {
    this.#end(ending)
  }
}
