/**
 * Takes on what comes in at the same time as one batch: first all of it is decided, then all of it is sent. Waking up a
 * waiting client costs as much as an answer, and doing one kind of work many times in a row is faster. What is decided
 * later is undefined here, and not sent with the others.
 */
export function batched<Item, Decided>(
  decide: (item: Item) => Decided | undefined,
  send: (item: Item, decided: Decided) => void,
): (item: Item) => void {
  let waiting: Item[] = []
  const doAll = () => {
    const items = waiting
    waiting = []
    const all = items.map(decide)
    items.forEach((item, index) => {
      const decided = all[index]
      if (decided !== undefined) send(item, decided)
    })
  }
  return (item) => {
    if (waiting.length === 0) setImmediate(doAll)
    waiting.push(item)
  }
}
