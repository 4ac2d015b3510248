import { EIGHTEENTH } from './eighteenth/mistakes.ts'
import { EIGHTH } from './eighth/mistakes.ts'
import { ELEVENTH } from './eleventh/mistakes.ts'
import type { OutsiderFault } from './fault.ts'
import { FIFTEENTH } from './fifteenth/mistakes.ts'
import { FIFTH } from './fifth/mistakes.ts'
import { CLUSTER_FAULTS } from './first/clusters.ts'
import { EMAIL_FAULTS } from './first/email.ts'
import { INCIDENT_FAULTS } from './first/incidents.ts'
import { ONCALL_FAULTS } from './first/oncall.ts'
import { ORGANIZATION_FAULTS } from './first/organization.ts'
import { REGISTRY_FAULTS } from './first/registry.ts'
import { TOKEN_FAULTS } from './first/tokens.ts'
import { UPTIME_FAULTS } from './first/uptime.ts'
import { FORTIETH_IN_SIXTEENTH, FORTIETH_IN_THIRTEENTH } from './fortieth/mistakes.ts'
import { FORTY_FIRST_IN_FIFTEENTH, FORTY_FIRST_IN_TENTH } from './forty-first/mistakes.ts'
import { FORTY_SECOND_IN_FOURTEENTH, FORTY_SECOND_IN_SIXTH } from './forty-second/mistakes.ts'
import { FOURTEENTH } from './fourteenth/mistakes.ts'
import { FOURTH_CLUSTERS } from './fourth/clusters.ts'
import { FOURTH_EMAIL } from './fourth/email.ts'
import { FOURTH_ONCALL } from './fourth/oncall.ts'
import { FOURTH_IAM, FOURTH_ORGANIZATION } from './fourth/organization.ts'
import { FOURTH_REGISTRY } from './fourth/registry.ts'
import { FOURTH_TOKENS } from './fourth/tokens.ts'
import { FOURTH_UPTIME } from './fourth/uptime.ts'
import { NINETEENTH } from './nineteenth/mistakes.ts'
import { NINTH } from './ninth/mistakes.ts'
import { SECOND_CLUSTERS } from './second/clusters.ts'
import { SECOND_EMAIL } from './second/email.ts'
import { SECOND_ONCALL } from './second/oncall.ts'
import { SECOND_ORGANIZATION } from './second/organization.ts'
import { SECOND_REGISTRY } from './second/registry.ts'
import { SECOND_TOKENS } from './second/tokens.ts'
import { SECOND_UPTIME } from './second/uptime.ts'
import { SEVENTEENTH_IN_FOURTH, SEVENTEENTH_IN_THIRD } from './seventeenth/mistakes.ts'
import { SEVENTH } from './seventh/mistakes.ts'
import { SIXTEENTH } from './sixteenth/mistakes.ts'
import { SIXTH } from './sixth/mistakes.ts'
import { TENTH } from './tenth/mistakes.ts'
import { CLUSTERS } from './third/clusters.ts'
import { EMAIL } from './third/email.ts'
import { ONCALL } from './third/oncall.ts'
import { ORGANIZATION } from './third/organization.ts'
import { REGISTRY } from './third/registry.ts'
import { TOKENS } from './third/tokens.ts'
import { UPTIME } from './third/uptime.ts'
import { THIRTEENTH } from './thirteenth/mistakes.ts'
import { THIRTIETH_IN_EIGHTH, THIRTIETH_IN_NINTH } from './thirtieth/mistakes.ts'
import { THIRTY_EIGHTH_IN_FOURTEENTH, THIRTY_EIGHTH_IN_THIRTEENTH } from './thirty-eighth/mistakes.ts'
import { THIRTY_FIFTH_IN_ELEVENTH, THIRTY_FIFTH_IN_THIRTEENTH } from './thirty-fifth/mistakes.ts'
import { THIRTY_FIRST_IN_FOURTH, THIRTY_FIRST_IN_SIXTH } from './thirty-first/mistakes.ts'
import { THIRTY_FOURTH_IN_TENTH, THIRTY_FOURTH_IN_TWELFTH } from './thirty-fourth/mistakes.ts'
import { THIRTY_NINTH_IN_ELEVENTH, THIRTY_NINTH_IN_TWELFTH } from './thirty-ninth/mistakes.ts'
import { THIRTY_SECOND_IN_FIFTH, THIRTY_SECOND_IN_SEVENTH } from './thirty-second/mistakes.ts'
import { THIRTY_SEVENTH_IN_FIFTEENTH, THIRTY_SEVENTH_IN_SIXTEENTH } from './thirty-seventh/mistakes.ts'
import { THIRTY_SIXTH_IN_FOURTEENTH, THIRTY_SIXTH_IN_TWELFTH } from './thirty-sixth/mistakes.ts'
import { THIRTY_THIRD_IN_EIGHTH, THIRTY_THIRD_IN_NINTH } from './thirty-third/mistakes.ts'
import { TWELFTH } from './twelfth/mistakes.ts'
import { TWENTIETH_IN_FOURTH, TWENTIETH_IN_SIXTH } from './twentieth/mistakes.ts'
import { TWENTY_EIGHTH_IN_FIFTH, TWENTY_EIGHTH_IN_SEVENTH } from './twenty-eighth/mistakes.ts'
import { TWENTY_FIFTH_IN_EIGHTH, TWENTY_FIFTH_IN_FIFTH } from './twenty-fifth/mistakes.ts'
import { TWENTY_FIRST } from './twenty-first/mistakes.ts'
import { TWENTY_FOURTH_IN_FOURTH, TWENTY_FOURTH_IN_SIXTH } from './twenty-fourth/mistakes.ts'
import { TWENTY_NINTH_IN_FOURTH, TWENTY_NINTH_IN_SIXTH } from './twenty-ninth/mistakes.ts'
import { TWENTY_SECOND_IN_EIGHTH, TWENTY_SECOND_IN_SEVENTH } from './twenty-second/mistakes.ts'
import { TWENTY_SEVENTH_IN_EIGHTH, TWENTY_SEVENTH_IN_SIXTH } from './twenty-seventh/mistakes.ts'
import { TWENTY_SIXTH_IN_FOURTH, TWENTY_SIXTH_IN_SEVENTH } from './twenty-sixth/mistakes.ts'
import { TWENTY_THIRD_IN_FIFTH, TWENTY_THIRD_IN_THIRD } from './twenty-third/mistakes.ts'

/** The mistakes of one outsider. */
export interface OutsiderSet {
  readonly name: string
  /** What was seen before the judge was changed for any of them. */
  readonly firstLook: string
  readonly candidate?: readonly OutsiderFault[]
  readonly secondCandidate?: readonly OutsiderFault[]
  readonly thirdCandidate?: readonly OutsiderFault[]
  readonly fourthCandidate?: readonly OutsiderFault[]
  readonly fifthCandidate?: readonly OutsiderFault[]
  readonly sixthCandidate?: readonly OutsiderFault[]
  readonly seventhCandidate?: readonly OutsiderFault[]
  readonly eighthCandidate?: readonly OutsiderFault[]
  readonly ninthCandidate?: readonly OutsiderFault[]
  readonly tenthCandidate?: readonly OutsiderFault[]
  readonly eleventhCandidate?: readonly OutsiderFault[]
  readonly twelfthCandidate?: readonly OutsiderFault[]
  readonly thirteenthCandidate?: readonly OutsiderFault[]
  readonly fourteenthCandidate?: readonly OutsiderFault[]
  readonly fifteenthCandidate?: readonly OutsiderFault[]
  readonly sixteenthCandidate?: readonly OutsiderFault[]
}

export const SETS: readonly OutsiderSet[] = [
  {
    name: 'The first outsider',
    firstLook: '60 of the first 99 with the driver',
    candidate: [...TOKEN_FAULTS, ...INCIDENT_FAULTS, ...ONCALL_FAULTS, ...UPTIME_FAULTS],
    secondCandidate: [...ORGANIZATION_FAULTS, ...REGISTRY_FAULTS, ...EMAIL_FAULTS, ...CLUSTER_FAULTS],
  },
  {
    name: 'The second outsider',
    firstLook: '38 of 80 with the driver, 23 of 44 without; when the judge already saw 83 of the first set',
    candidate: [...SECOND_TOKENS, ...SECOND_ONCALL, ...SECOND_UPTIME],
    secondCandidate: [...SECOND_ORGANIZATION, ...SECOND_REGISTRY, ...SECOND_EMAIL, ...SECOND_CLUSTERS],
  },
  {
    name: 'The third outsider',
    firstLook: '61 of 89 with the driver, 33 of 47 without; of the 59 that neither of the others had thought of, 40',
    candidate: [...TOKENS, ...ONCALL, ...UPTIME],
    secondCandidate: [...ORGANIZATION, ...REGISTRY, ...EMAIL, ...CLUSTERS],
  },
  {
    name: 'The fourth outsider',
    firstLook: '78 of 104 with the driver, 45 of 56 without',
    candidate: [...FOURTH_TOKENS, ...FOURTH_ONCALL, ...FOURTH_UPTIME],
    secondCandidate: [
      ...[...FOURTH_ORGANIZATION, ...FOURTH_IAM, ...FOURTH_REGISTRY],
      ...[...FOURTH_EMAIL, ...FOURTH_CLUSTERS],
    ],
  },
  {
    name: 'The fifth outsider',
    firstLook:
      '98 of 132 with the driver, 48 of 59 without; in the third candidate, in which nobody had made mistakes before',
    thirdCandidate: FIFTH,
  },
  {
    name: 'The sixth outsider',
    firstLook: '90 of 116 with the driver, 44 of 64 without; side doors count as requests here',
    thirdCandidate: SIXTH,
  },
  {
    name: 'The seventh outsider',
    firstLook:
      '85 of 107 with the driver, 39 of 43 without; in the fourth candidate, in which nobody had made mistakes before, with the profile of its author, which named no versions of clusters (it does since: 3 more)',
    fourthCandidate: SEVENTH,
  },
  {
    name: 'The eighth outsider',
    firstLook: '77 of 83 with the driver, 35 of 39 without; after the judge had begun to draw evenly',
    fourthCandidate: EIGHTH,
  },
  {
    name: 'The ninth outsider',
    firstLook: '77 of 90 with the driver, 34 of 38 without; in the third candidate, which two others knew before',
    thirdCandidate: NINTH,
  },
  {
    name: 'The tenth outsiders',
    firstLook:
      '91 of 104 with the driver, 42 of 57 without; by two people, in the fourth candidate, which two others knew before',
    fourthCandidate: TENTH,
  },
  {
    name: 'The eleventh outsiders',
    firstLook:
      '133 of 170 with the driver, 55 of 69 without; by two people who went through the checklist line by line, in the third candidate, which three others knew before',
    thirdCandidate: ELEVENTH,
  },
  {
    name: 'The twelfth outsiders',
    firstLook:
      '80 of 88 with the driver, 45 of 49 without; by two people, for lines of the checklist that were drawn by lot, each with the mistake that seemed likeliest there; in the fourth candidate, which three others knew before',
    fourthCandidate: TWELFTH,
  },
  {
    name: 'The thirteenth outsiders',
    firstLook:
      '83 of 88 with the driver, 50 of 59 without; by two people, for lines drawn by lot as before, in the third candidate, which four others knew before',
    thirdCandidate: THIRTEENTH,
  },
  {
    name: 'The fourteenth outsiders',
    firstLook:
      '86 of 88 with the driver, 51 of 55 without; by two people, for lines drawn by lot as before, in the fifth candidate, in which nobody had made mistakes before',
    fifthCandidate: FOURTEENTH,
  },
  {
    name: 'The fifteenth outsiders',
    firstLook:
      '86 of 88 with the driver, 41 of 43 without; by two people, for lines drawn by lot as before, in the fourth candidate, which five others knew before',
    fourthCandidate: FIFTEENTH,
  },
  {
    name: 'The sixteenth outsiders',
    firstLook:
      '74 of 88 with the driver, 41 of 49 without; by two people, for lines drawn by lot, one with the likeliest mistake and the other with one that shows only in a certain circumstance; in the sixth candidate, in which nobody had made mistakes before',
    sixthCandidate: SIXTEENTH,
  },
  {
    name: 'The seventeenth outsiders',
    firstLook:
      '70 of 80 with the driver, 30 of 36 without; by two people, for lines drawn by lot, each with a mistake that shows only in a certain circumstance; in the third and fourth candidates, which others knew before',
    thirdCandidate: SEVENTEENTH_IN_THIRD,
    fourthCandidate: SEVENTEENTH_IN_FOURTH,
  },
  {
    name: 'The eighteenth outsiders',
    firstLook:
      '70 of 88 with the driver, 43 of 49 without; by two people, for lines and kinds drawn by lot, a third each plain, in a particular state, in a certain sequence; in the fifth candidate, which two others knew before',
    fifthCandidate: EIGHTEENTH,
  },
  {
    name: 'The nineteenth outsiders',
    firstLook:
      '68 of 88 with the driver, 36 of 44 without; by two people, for lines and kinds drawn by lot as before; in the seventh candidate, which had been made the hour before',
    seventhCandidate: NINETEENTH,
  },
  {
    name: 'The twentieth outsiders',
    firstLook:
      '76 of 88 with the driver, 37 of 57 without; by two people, for lines and kinds drawn by lot as before; in the sixth and fourth candidates, which others knew before',
    sixthCandidate: TWENTIETH_IN_SIXTH,
    fourthCandidate: TWENTIETH_IN_FOURTH,
  },
  {
    name: 'The twenty-first outsiders',
    firstLook:
      '71 of 88 with the driver, 46 of 56 without; by two people, for lines and kinds drawn by lot as before; in the eighth candidate, which had been made the hour before',
    eighthCandidate: TWENTY_FIRST,
  },
  {
    name: 'The twenty-second outsiders',
    firstLook:
      '73 of 88 with the driver (41 of 44 in the eighth candidate, 32 of 44 in the seventh), 45 of 52 without; by two people, for lines and kinds drawn by lot, each with the likeliest mistake of that kind; in candidates which others knew before',
    seventhCandidate: TWENTY_SECOND_IN_SEVENTH,
    eighthCandidate: TWENTY_SECOND_IN_EIGHTH,
  },
  {
    name: 'The twenty-third outsiders',
    firstLook:
      '77 of 88 with the driver (39 of 44 in the fifth candidate, 38 of 44 in the third), 51 of 54 without; by two people, for lines and kinds drawn by lot, a third each plain, in a particular state, in a certain sequence; in candidates which others knew before',
    fifthCandidate: TWENTY_THIRD_IN_FIFTH,
    thirdCandidate: TWENTY_THIRD_IN_THIRD,
  },
  {
    name: 'The twenty-fourth outsiders',
    firstLook:
      '80 of 88 with the driver (40 of 44 in each candidate), 46 of 51 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    fourthCandidate: TWENTY_FOURTH_IN_FOURTH,
    sixthCandidate: TWENTY_FOURTH_IN_SIXTH,
  },
  {
    name: 'The twenty-fifth outsiders',
    firstLook:
      '71 of 88 with the driver (35 of 44 in the fifth candidate, 36 of 44 in the eighth), 46 of 54 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    fifthCandidate: TWENTY_FIFTH_IN_FIFTH,
    eighthCandidate: TWENTY_FIFTH_IN_EIGHTH,
  },
  {
    name: 'The twenty-sixth outsiders',
    firstLook:
      '69 of 88 with the driver (34 of 44 in the seventh candidate, 35 of 44 in the fourth), 39 of 44 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    fourthCandidate: TWENTY_SIXTH_IN_FOURTH,
    seventhCandidate: TWENTY_SIXTH_IN_SEVENTH,
  },
  {
    name: 'The twenty-seventh outsiders',
    firstLook:
      '73 of 88 with the driver (36 of 44 in the sixth candidate, 37 of 44 in the eighth), 30 of 38 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    sixthCandidate: TWENTY_SEVENTH_IN_SIXTH,
    eighthCandidate: TWENTY_SEVENTH_IN_EIGHTH,
  },
  {
    name: 'The twenty-eighth outsiders',
    firstLook:
      '79 of 88 with the driver (42 of 44 in the fifth candidate, 37 of 44 in the seventh), 48 of 53 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    fifthCandidate: TWENTY_EIGHTH_IN_FIFTH,
    seventhCandidate: TWENTY_EIGHTH_IN_SEVENTH,
  },
  {
    name: 'The twenty-ninth outsiders',
    firstLook:
      '81 of 88 with the driver (42 of 44 in the fourth candidate, 39 of 44 in the sixth), 47 of 54 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    fourthCandidate: TWENTY_NINTH_IN_FOURTH,
    sixthCandidate: TWENTY_NINTH_IN_SIXTH,
  },
  {
    name: 'The thirtieth outsiders',
    firstLook:
      '78 of 88 with the driver (38 of 44 in the ninth candidate, 40 of 44 in the eighth), 58 of 66 without; by two people, for lines and kinds drawn by lot as before; the ninth candidate had not been used for this before',
    eighthCandidate: THIRTIETH_IN_EIGHTH,
    ninthCandidate: THIRTIETH_IN_NINTH,
  },
  {
    name: 'The thirty-first outsiders',
    firstLook:
      '77 of 88 with the driver (41 of 44 in the fourth candidate, 36 of 44 in the sixth), 41 of 44 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    fourthCandidate: THIRTY_FIRST_IN_FOURTH,
    sixthCandidate: THIRTY_FIRST_IN_SIXTH,
  },
  {
    name: 'The thirty-second outsiders',
    firstLook:
      '64 of 88 with the driver (32 of 44 in the fifth candidate, 32 of 44 in the seventh), 37 of 51 without; by two people, for lines and kinds drawn by lot as before; in candidates which others knew before',
    fifthCandidate: THIRTY_SECOND_IN_FIFTH,
    seventhCandidate: THIRTY_SECOND_IN_SEVENTH,
  },
  {
    name: 'The thirty-third outsiders',
    firstLook:
      '79 of 88 with the driver (38 of 44 in the eighth candidate, 41 of 44 in the ninth), 39 of 48 without; by two people, for lines and kinds drawn by lot as before, but each the likeliest mistake there, as it comes to mind',
    eighthCandidate: THIRTY_THIRD_IN_EIGHTH,
    ninthCandidate: THIRTY_THIRD_IN_NINTH,
  },
  {
    name: 'The thirty-fourth outsiders',
    firstLook:
      'not kept; by two people, for lines and kinds drawn by lot; in two candidates that had not been used for this before',
    tenthCandidate: THIRTY_FOURTH_IN_TENTH,
    twelfthCandidate: THIRTY_FOURTH_IN_TWELFTH,
  },
  {
    name: 'The thirty-fifth outsiders',
    firstLook:
      '57 of 66 with the driver (28 of 35 in the eleventh candidate, 29 of 31 in the thirteenth), 37 of 47 without; the other 22 and 9 runs ended at one of three false alarms, which were mended before they were looked at again; by two people, for lines and kinds drawn by lot',
    eleventhCandidate: THIRTY_FIFTH_IN_ELEVENTH,
    thirteenthCandidate: THIRTY_FIFTH_IN_THIRTEENTH,
  },
  {
    name: 'The thirty-sixth outsiders',
    firstLook:
      '72 of 88 with the driver (37 of 44 in the fourteenth candidate, 35 of 44 in the twelfth), 46 of 54 without; by two people, for lines and kinds drawn by lot, with varied mistakes asked for and not the first that come to mind',
    twelfthCandidate: THIRTY_SIXTH_IN_TWELFTH,
    fourteenthCandidate: THIRTY_SIXTH_IN_FOURTEENTH,
  },
  {
    name: 'The thirty-seventh outsiders',
    firstLook:
      '68 of 88 with the driver (35 of 44 in the fifteenth candidate, 33 of 44 in the sixteenth), 38 of 46 without; four registry looks at the fifteenth first ended at a true fault of its author, which was mended before they were looked at again; by two people, for lines and kinds drawn by lot, with varied mistakes asked for and not the first that come to mind; in two candidates that had not been used for this before',
    fifteenthCandidate: THIRTY_SEVENTH_IN_FIFTEENTH,
    sixteenthCandidate: THIRTY_SEVENTH_IN_SIXTEENTH,
  },
  {
    name: 'The thirty-eighth outsiders',
    firstLook:
      '63 of 88 with the driver (29 of 44 in the thirteenth candidate, 34 of 44 in the fourteenth), 39 of 53 without, of which five ended at a false alarm, which was mended before they were looked at again; by two people, for lines and kinds drawn by lot, with varied mistakes asked for and not the first that come to mind; in candidates which others knew before',
    thirteenthCandidate: THIRTY_EIGHTH_IN_THIRTEENTH,
    fourteenthCandidate: THIRTY_EIGHTH_IN_FOURTEENTH,
  },
  {
    name: 'The thirty-ninth outsiders',
    firstLook:
      '54 of 88 with the driver (22 of 44 in the eleventh candidate, 32 of 44 in the twelfth), 30 of 56 without; by two people, for lines and kinds drawn by lot, with varied mistakes asked for and not the first that come to mind; in candidates which others knew before',
    eleventhCandidate: THIRTY_NINTH_IN_ELEVENTH,
    twelfthCandidate: THIRTY_NINTH_IN_TWELFTH,
  },
  {
    name: 'The fortieth outsiders',
    firstLook:
      '71 of 88 with the driver (33 of 44 in the thirteenth candidate, 38 of 44 in the sixteenth), 41 of 57 without; the last sixteen looks were made when part of what the set taught was in already; by two people, for lines and kinds drawn by lot, with varied mistakes asked for and not the first that come to mind; in candidates which others knew before',
    thirteenthCandidate: FORTIETH_IN_THIRTEENTH,
    sixteenthCandidate: FORTIETH_IN_SIXTEENTH,
  },
  {
    name: 'The forty-first outsiders',
    firstLook:
      '68 of 88 with the driver (33 of 44 in the tenth candidate, 35 of 44 in the fifteenth), and 3 more only warned of; 42 of 63 without; by two people, for lines and kinds drawn by lot, with varied mistakes asked for and not the first that come to mind; in candidates which others knew before',
    tenthCandidate: FORTY_FIRST_IN_TENTH,
    fifteenthCandidate: FORTY_FIRST_IN_FIFTEENTH,
  },
  {
    name: 'The forty-second outsiders',
    firstLook:
      '75 of 88 with the driver (40 of 44 in the sixth candidate, 35 of 44 in the fourteenth), 45 of 52 without; by two people, for lines and kinds drawn by lot, with a natural mixture asked for and not the first that come to mind; in candidates which others knew before',
    sixthCandidate: FORTY_SECOND_IN_SIXTH,
    fourteenthCandidate: FORTY_SECOND_IN_FOURTEENTH,
  },
]
