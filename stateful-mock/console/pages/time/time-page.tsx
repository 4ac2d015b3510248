import { control, got } from '../../client/control.ts'
import { resourceFor } from '../../contract/resources.ts'
import { timerWords } from '../../contract/timer-words.ts'
import { Chip } from '../../parts/chip.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { attempt } from '../../parts/toast.tsx'
import { goTo, hrefTo } from '../../session/route.ts'
import { longInstant, relative, spanWords, useTicking, worldNowMs } from '../../values/instant.tsx'
import { clock, refresh } from '../../world/live.ts'
import { thingName } from '../../world/names.ts'
import { ClockControls } from './clock-controls.tsx'
import { DueTimeline } from './due-timeline.tsx'
import { Journal } from './journal.tsx'

/** The clock of the world, what waits for it, and everything that has happened. */
export function TimePage() {
  return (
    <Page title="Time" about="Pause or advance the clock, view the data as it was, undo.">
      <div class="columns">
        <Panel title="Clock">
          <BigClock />
          <ClockControls />
          <ProgressChoice />
        </Panel>
        <Panel title="Due next">
          <DueTable />
        </Panel>
      </div>
      <WhatFallsDue />
      <Journal />
    </Page>
  )
}

function WhatFallsDue() {
  useTicking()
  const now = worldNowMs()
  const due = clock.value?.due ?? []
  if (now === undefined || due.length === 0) return null
  return (
    <Panel title="Upcoming timers" tools={<span class="quiet">Click or drag to advance the clock</span>}>
      <DueTimeline due={due} nowMs={now} />
    </Panel>
  )
}

function BigClock() {
  useTicking()
  const now = worldNowMs()
  const shown = clock.value
  if (now === undefined || !shown) return <p class="loading">Loading</p>
  const away = now - Date.now()
  return (
    <div class="big-clock">
      <p class="big-time">
        <time dateTime={new Date(now).toISOString()}>{longInstant(now)}</time> <span class="quiet">UTC</span>
      </p>
      <p>
        <Chip text={MODES[shown.mode]} tone={shown.mode === 'frozen' ? 'busy' : 'good'} />{' '}
        <span class="quiet">
          {Math.abs(away) < 2_000
            ? 'same as real time'
            : `${spanWords(away)} ${away > 0 ? 'ahead of' : 'behind'} real time`}
        </span>
      </p>
    </div>
  )
}

const MODES = { real: 'running', frozen: 'paused', set: 'running' } as const

/** The progress mode of asynchronous work. */
function ProgressChoice() {
  const progress = clock.value?.progress
  if (!progress) return null
  const choose = (mode: string) =>
    attempt(async () => {
      const body =
        mode === 'after-reads' ? { mode: 'after-reads' as const, reads: 2 } : { mode: mode as 'delay' | 'at-once' }
      await got(control.PUT('/_understudy/clock/progress', { body }))
      refresh()
    }, 'Changed')
  return (
    <label class="filter progress-choice">
      <span>Provisioning, rolls and similar work finish</span>
      <select value={progress.mode} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="delay">after their delay on the clock</option>
        <option value="at-once">immediately</option>
        <option value="after-reads">after two reads</option>
      </select>
    </label>
  )
}

function DueTable() {
  useTicking()
  const due = clock.value?.due ?? []
  return (
    <Table
      label="Due next"
      rows={due}
      keyOf={({ at, timer, id }) => `${at} ${timer} ${id}`}
      most={8}
      open={({ entity, id }) => resourceFor(entity) && goTo(['things', entity, id])}
      columns={[
        { title: 'Due', width: '5rem', show: ({ at }) => <time dateTime={at}>{relative(at)}</time> },
        {
          title: 'Timer',
          width: 'minmax(6rem, 1fr)',
          show: ({ timer }) => <span class="two-lines">{timerWords(timer)}</span>,
        },
        {
          title: 'Resource',
          width: 'minmax(6rem, 1.2fr)',
          show: ({ entity, id }) =>
            resourceFor(entity)?.parents.length === 0 ? (
              <a class="two-lines" href={hrefTo(['things', entity, id])} onClick={(event) => event.stopPropagation()}>
                {thingName(entity, id)}
              </a>
            ) : (
              <span class="two-lines">{id}</span>
            ),
        },
      ]}
      empty={<Empty title="Nothing is due">No timers are pending.</Empty>}
    />
  )
}
