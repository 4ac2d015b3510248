/** The reason why watching ended. */
export type Ending = 'interrupted' | 'time' | 'exchanges' | 'bail' | 'failure'

/** A promise that is fulfilled by the first reason to end. */
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
