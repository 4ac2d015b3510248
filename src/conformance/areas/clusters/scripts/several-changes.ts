import type { Goal } from '../../../script/goal.ts'
import { type Body, type Call, type Item, type Script, script, times } from '../../../script/script.ts'
import { DONE, MANY_LOOKS, made } from './cluster-goals.ts'
import { type Change, DATASTORE, LARGER, MORE, REDUNDANT, versionAt } from './kinds-of-change.ts'

/** What a cluster can have or not have: as it is made, and as it is changed. */
const SWITCHES: readonly { readonly made: (on: boolean) => Item; readonly turned: (on: boolean) => Item }[] = [
  {
    made: (enabled) => ({ managedLoadBalancers: { enabled } }),
    turned: (enabled) => ({ managedLoadBalancers: { enabled } }),
  },
  {
    made: (backups) => ({ datastore: { mode: 'dedicated', ...DATASTORE, backups } }),
    turned: (backups) => ({ datastore: { ...DATASTORE, backups } }),
  },
]

/** With a datastore of its own and little else. */
const singleReplica = made(() => ({
  ...{ tier: 'medium', replicas: 1, managedLoadBalancers: { enabled: false } },
  datastore: { mode: 'dedicated', ...DATASTORE },
}))

/** Pairs of different changes, in either order. */
const inTurn = (changes: readonly Change[]): (readonly [Change, Change])[] =>
  changes.flatMap((one) => changes.flatMap((other) => (one === other ? [] : [[one, other] as const])))

const inOne =
  (...changes: readonly Change[]): Change =>
  (drawing) => {
    const all = changes.map((change) => change(drawing))
    return all.includes(undefined) ? undefined : Object.assign({}, ...all)
  }
const RESIZED: Change = () => ({ datastore: { ...DATASTORE, storageGiB: 100 } })

/** Looks until a roll must be over; none where nobody can let the time go by that it takes. */
const looksAfterwards = (call: Call): Goal[] =>
  times(MANY_LOOKS, () =>
    call('getCluster', { query: ({ canCause }) => (canCause('advanceClock') ? {} : undefined), optional: true }),
  )

export const SEVERAL_CHANGES_SCRIPTS: readonly Script[] = [
  // A change leaves what another one changed as it is, whether that is over or still under way (row 4).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const plain = made((drawing) => ({
      tier: 'medium',
      replicas: 1,
      orchestratorVersion: versionAt(1)(drawing),
      managedLoadBalancers: { enabled: false },
    }))
    const dedicated: Body = (drawing, drawn) => ({
      ...Object(plain(drawing, drawn)),
      datastore: { mode: 'dedicated', ...DATASTORE },
    })
    const ready = [call('createCluster', { body: plain }), DONE]
    const all = [...Object.values(MORE), LARGER]
    const looks = looksAfterwards(call)
    const then = (change: Change) => call('updateCluster', { body: change, intent: 'exotic' })
    return [
      ...inTurn(all).map(([one, other]) => [...ready, then(one), then(other), DONE, ...looks]),
      // At the same time, each sent first once.
      ...inTurn([REDUNDANT, LARGER]).map(([one, other]) => [
        ...ready,
        { ...then(one), withNext: true as const },
        then(other),
        DONE,
        ...looks,
      ]),
      // Several things in one change: all of them, if it is accepted.
      ...inTurn(all)
        .filter(([one, other]) => all.indexOf(one) < all.indexOf(other))
        .map(([one, other]) => [...ready, then(inOne(one, other)), DONE, ...looks]),
      // However many they are.
      ...[all, [...all, RESIZED]].map((changes) => [
        call('createCluster', { body: dedicated }),
        ...[DONE, then(inOne(...changes)), DONE, ...looks],
      ]),
      [...ready, ...all.flatMap((change) => [then(change), DONE]), ...looks],
    ]
  }),
  // Whatever was changed, once that is over the next change is accepted; a single replica restarts briefly (rule 4).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const ready = [call('createCluster', { body: singleReplica }), DONE]
    const looks = looksAfterwards(call)
    return SWITCHES.map(({ turned }) => [
      ...ready,
      call('updateCluster', { body: () => turned(true), intent: 'exotic' }),
      ...[DONE, ...looks],
      // A bound of replicas is open, that of tiers is not.
      call('updateCluster', { body: LARGER }),
    ])
  }),
  // What can be switched on can be switched off (row 4).
  script(['createCluster', 'updateCluster', 'getCluster'], (call) => {
    const looks = looksAfterwards(call)
    return SWITCHES.flatMap(({ made: madeWith, turned }) => {
      const created = (on: boolean) => call('createCluster', { body: made(() => madeWith(on)) })
      const turn = (on: boolean) => call('updateCluster', { body: () => turned(on), intent: 'exotic' })
      return [true, false].map((on) => [created(on), DONE, turn(!on), DONE, ...looks, turn(on), DONE, ...looks])
    })
  }),
]
