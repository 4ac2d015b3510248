/**
 * The files that take longest, the longest first. Vitest knows how long a file took only from earlier runs, which a
 * fresh clone has not had; a long file that starts last keeps one core busy while the others have nothing to do.
 */
export const LONG: readonly string[] = [
  'test/examples/front-end-doors.test.ts',
  'test/docs.test.ts',
  'test/stateful-mock/console/console.test.ts',
  'test/package.test.ts',
  'test/contract/description/doors.test.ts',
  'test/conformance/webhooks.test.ts',
  'test/bin/secrets.test.ts',
  'test/bin/serve.test.ts',
  'test/conformance/candidate.test.ts',
  'test/conformance/failure-scenario.test.ts',
  'test/conformance/ambiguities.test.ts',
  'test/bin/demo.test.ts',
  'test/scenario/rules.test.ts',
  'test/control-page.test.ts',
  'test/scenario/replay/replay.test.ts',
  'test/bin/doctor.test.ts',
  'test/conformance/reports.test.ts',
  'test/contract/outside-tools.test.ts',
  'test/stateful-mock/node/data-file/data-file.test.ts',
]
