import { forkAt } from '../../actions/fork.ts'
import { undo } from '../../actions/undo.ts'
import { control, got } from '../../client/control.ts'
import { StatusChip } from '../../parts/chip.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { JsonView } from '../../parts/json.tsx'
import { Shown } from '../../parts/loaded.tsx'
import { goTo, hrefTo } from '../../session/route.ts'
import { entryWords } from '../../values/entry-words.ts'
import { shortInstant } from '../../values/instant.tsx'
import { Rules } from '../../values/rules.tsx'
import { useLoaded } from '../../world/use-loaded.ts'

/** Shows the world as it was after an entry. */
export const lookBack = (entry: number): void => goTo(['overview'], { at: String(entry) })

/** One entry of the journal in full. */
export function EntryDialog({ entry, close }: { entry: number; close: () => void }) {
  const loaded = useLoaded(`entry ${entry}`, () =>
    got(control.GET('/_understudy/journal/entries/{entry}', { params: { path: { entry } } })),
  )
  return (
    <Dialog title={`Entry ${entry}`} close={close} wide>
      <Shown of={loaded}>
        {(one) => (
          <>
            <p class="quiet">
              {entryWords(one)}: {one.kind} <code>{one.name}</code> at {shortInstant(one.at)}
            </p>
            <div class="form-end">
              <button type="button" class="button" onClick={() => lookBack(entry)}>
                View the data at this point
              </button>
              <button type="button" class="button" onClick={() => forkAt(entry)}>
                Continue from here in a fork
              </button>
              <a class="button" href={hrefTo(['compare'], { fromEntry: String(entry - 1), toEntry: String(entry) })}>
                What it changed
              </a>
              <button type="button" class="button danger" onClick={() => undo({ action: entry }).then(close)}>
                Undo this and everything after
              </button>
            </div>
            <h3>Input</h3>
            <JsonView value={one.input} label="Input" />
            {one.answer && (
              <>
                <h3>
                  Response <StatusChip status={one.answer.status} />
                </h3>
                {one.answer.body !== undefined && <JsonView value={one.answer.body} label="Response" />}
              </>
            )}
            <h3>Rules</h3>
            <Rules ids={one.rules} />
          </>
        )}
      </Shown>
    </Dialog>
  )
}
