import { expect, test } from 'vitest'
import { understudy } from '../../support/command.ts'
import { mistakesIn, scenarioText } from '../support.ts'

const OPEN = `
- stepId: open
  operationId: $sourceDescriptions.api.openIncident
  parameters:
    - { name: Authorization, in: header, value: "Bearer {$inputs.owner}" }
  requestBody: { payload: { serviceId: $inputs.service, title: slow } }
  successCriteria:
    - condition: $statusCode == 201
  outputs: { incident: $response.body#/id }
`
const step = (more: string) => `${OPEN}- stepId: next\n  operationId: $sourceDescriptions.api.listTokens\n${more}`
const criterion = (text: string) => step(`  successCriteria:\n    - ${text}`)

/** Each kind of mistake in the steps, and the one sentence it gives. */
const IN_STEPS: [string, string, string][] = [
  [
    'a key nobody knows',
    step('  parametres: []'),
    '27:9: unknown key workflows.0.steps.1.parametres (did you mean parameters?)',
  ],
  ['no operation', '- stepId: next', '17:9: workflows.0.steps.0.operationId is required'],
  [
    'an operation that is not there',
    OPEN.replace('openIncident', 'openIncidents'),
    '18:9: api has no operation openIncidents (did you mean openIncident?)',
  ],
  [
    'an event that is not there',
    OPEN.replace('api.openIncident', 'control.alertFired'),
    '18:9: control has no operation alertFired (did you mean alertFires?)',
  ],
  [
    'an operation without its source',
    OPEN.replace('$sourceDescriptions.api.', ''),
    '18:9: openIncident must be written $sourceDescriptions.api.openIncident',
  ],
  [
    'a source that is not named',
    OPEN.replace('api.openIncident', 'doors.receiveAlerts'),
    '18:9: sourceDescriptions does not name doors',
  ],
  ['two steps of one name', OPEN + OPEN, '26:9: there are two steps called open'],
  [
    'a parameter that is not there',
    step('  parameters: [{ name: page, in: query, value: 1 }]'),
    '27:24: listTokens has no query parameter page',
  ],
  [
    'a parameter in the wrong place',
    OPEN.replace('openIncident', 'getIncident')
      .replace('name: Authorization, in: header', 'name: id, in: query')
      .replace(/ {2}requestBody.*\n/, ''),
    '20:15: id of getIncident is a path parameter, not a query parameter\nfact.arazzo.yaml:18:9: getIncident needs the path parameter id',
  ],
  [
    'a path parameter that is missing',
    OPEN.replace('openIncident', 'getIncident').replace(/ {2}requestBody.*\n/, ''),
    '18:9: getIncident needs the path parameter id',
  ],
  [
    'a header nobody knows',
    OPEN.replace('name: Authorization', 'name: Authorisation').replace('{$inputs.owner}', 'owner'),
    '20:15: openIncident has no header parameter Authorisation (did you mean Authorization?)',
  ],
  ['a body where none is taken', step('  requestBody: { payload: {} }'), '27:9: listTokens takes no body'],
  [
    'a body an event does not have',
    OPEN.replace('api.openIncident', 'control.alertFires').replace('title: slow', 'alrt: slow'),
    '21:63: the body of alertFires has no alrt (did you mean alert?)',
  ],
  [
    'an input that is not there',
    OPEN.replace('$inputs.service', '$inputs.services'),
    '21:35: the workflow has no input services (did you mean service?)',
  ],
  [
    'a step that comes later or never',
    criterion('condition: $response.body#/id == $steps.opened.outputs.incident'),
    '28:13: no earlier step is called opened (did you mean open?)',
  ],
  [
    'an output that is not there',
    criterion('condition: $response.body#/id == $steps.open.outputs.incidents'),
    '28:13: the step open has no output incidents (did you mean incident?)',
  ],
  [
    'an expression nobody knows',
    OPEN.replace('$inputs.service', '$input.service'),
    '21:35: scenarios know no expression $input.service (did you mean $inputs?)',
  ],
  [
    'an answer before it is there',
    OPEN.replace('$inputs.service', '$response.body#/id'),
    '21:35: $response.body#/id is known only after the answer',
  ],
  ['an output that is no expression', OPEN.replace('$response.body#/id', 'id'), '24:20: id is not an expression'],
  [
    'text without quotes',
    criterion('condition: $response.body#/status == open'),
    '28:13: the condition needs an expression or a literal before open; text needs quotes',
  ],
  [
    'a condition that breaks off',
    criterion('condition: $statusCode =='),
    '28:13: the condition needs an expression or a literal at the end; text needs quotes',
  ],
  [
    'a condition with something left over',
    criterion('condition: $statusCode = 200'),
    '28:13: the condition is invalid at = 200',
  ],
  [
    'a parenthesis left open',
    criterion('condition: ($statusCode == 200'),
    '28:13: a parenthesis is not closed at the end',
  ],
  [
    'a pattern without a context',
    criterion("{ type: regex, condition: '^a' }"),
    '28:28: a criterion of type regex needs a context, such as $response.body',
  ],
  [
    'a pattern that is none',
    criterion("{ type: regex, context: $response.body, condition: 'a(' }"),
    '28:53: the pattern cannot be read: Invalid regular expression: /a(/: Unterminated group',
  ],
  [
    'a jsonpath of another form',
    criterion("{ type: jsonpath, context: $response.body, condition: '$.tokens' }"),
    '28:56: a jsonpath condition has the form $[?test], where @ is the body',
  ],
  [
    'a jsonpath that goes deep',
    criterion("{ type: jsonpath, context: $response.body, condition: '$[?@..id]' }"),
    '28:56: jsonpath conditions do not support ..; name every level',
  ],
  [
    'a jsonpath function we do not have',
    criterion("{ type: jsonpath, context: $response.body, condition: '$[?match(@.a, @.b)]' }"),
    '28:56: jsonpath conditions support count() and length(), not match()',
  ],
  [
    'a kind of criterion we do not have',
    criterion("{ type: xpath, context: $response.body, condition: '//a' }"),
    '28:15: workflows.0.steps.1.successCriteria.0.type must be one of simple, regex, jsonpath',
  ],
  [
    'another reaction than trying again',
    step('  onFailure: [{ name: on, type: goto }]'),
    '27:33: workflows.0.steps.1.onFailure.0.type must be one of retry',
  ],
  [
    'a deadline that is not there',
    step('  x-understudy: { eventual: provision }'),
    '27:25: workflows.0.steps.1.x-understudy.eventual must be one of request, provisioning, roll, teardown, verification, delivery, probe (did you mean provisioning?)',
  ],
]

test.each(IN_STEPS)('%s', (_, steps, sentence) => {
  expect(mistakesIn(scenarioText(steps)).join('\n')).toBe(`fact.arazzo.yaml:${sentence}`)
})

/** Each kind of mistake in the block of our own. */
const IN_NOTES: [string, string, string][] = [
  [
    'a checklist line that is not there',
    'checklist: [ONC-01, ONC-99]',
    '7:23: there is no checklist line ONC-99 (did you mean ONC-09?)',
  ],
  ['a rule that is none', 'rules: [7]', '7:11: x-understudy.rules.0 must be a string or an array'],
  ['rules that are no list', 'rules: oncall.opens-as-open', '7:3: x-understudy.rules must be an array'],
  [
    'a gap that is not there',
    'gaps: { oncall.repeat-acknowlege: refuse }',
    '7:11: there is no gap oncall.repeat-acknowlege (did you mean oncall.repeat-acknowledge?)',
  ],
  [
    'a value a gap cannot have',
    'gaps: { general.validation-status: 200 }',
    '7:11: general.validation-status: the value must be >= 400',
  ],
  ['a step to stop after that is not there', 'stopAfter: opem', '7:3: there is no step opem (did you mean open?)'],
  [
    'a pointer for an input that is not there',
    'inputs: { servce: /vocabulary/oncallServices/0 }',
    '7:13: the workflow has no input servce (did you mean service?)',
  ],
  [
    'a pointer that leads elsewhere',
    'inputs: { service: /gaps/x }',
    '7:13: x-understudy.inputs.service does not look right (expected ^(/(vocabulary|actors)/.|now[+-]PT[0-9HMS]+$))',
  ],
  [
    'a clock that is none',
    'clock: tomorrow',
    '7:3: x-understudy.clock does not look right (expected ^(real|frozen|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z)$)',
  ],
  ['a key nobody knows', 'checkList: []', '7:3: unknown key x-understudy.checkList (did you mean checklist?)'],
]

test.each(IN_NOTES)('in our own block: %s', (_, notes, sentence) => {
  expect(mistakesIn(scenarioText(OPEN, notes))).toEqual([`fact.arazzo.yaml:${sentence}`])
})

test('what is not a scenario at all', () => {
  expect(mistakesIn('- one')).toEqual(['fact.arazzo.yaml:1:1: a scenario is a map of keys'])
  expect(mistakesIn('arazzo: "1.0.1"\ninfo: [')[0]).toMatch(
    /^fact\.arazzo\.yaml:2:8: Flow sequence in block collection must be/,
  )
  const two = scenarioText(OPEN).replace(
    /$/,
    '  - workflowId: more\n    steps: [{ stepId: a, operationId: $sourceDescriptions.api.listTokens }]\n',
  )
  expect(mistakesIn(two)).toEqual([
    'fact.arazzo.yaml:25:5: a scenario has one workflow; put this one into another file',
  ])
})

test('a file or folder that is not there is told so', async () => {
  expect(await understudy('replay', 'no/such/place')).toEqual({
    code: 2,
    out: '',
    err: 'Cannot read no/such/place: it is not a file, a folder or the name of a scenario.\n',
  })
  expect((await understudy('replay', 'update-of-a-resolvd-incident')).err).toContain(
    '(did you mean update-of-a-resolved-incident?)',
  )
  expect(await understudy('replay', 'docs')).toEqual({
    code: 2,
    out: '',
    err: 'There is no scenario in docs: it has no files that end in .arazzo.yaml.\n',
  })
})
