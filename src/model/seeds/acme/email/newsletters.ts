import type { Letter } from './letters.ts'

/** One for each week of the story. */
export const NEWSLETTERS: readonly [Letter, ...Letter[]] = [
  {
    subject: 'New in the shop: tunnel paint that dries in a minute',
    text: 'It covers three square metres a litre and fools almost everybody. Do not run into it.',
  },
  {
    subject: 'Twenty percent off everything heavy',
    text: 'Anvils, safes and grand pianos have to go before we take stock. Delivery to the ground floor only.',
  },
  {
    subject: 'How we test rocket skates',
    text: 'Our colleagues in the desert wear out forty pairs a month. A visit, with photographs of the dust.',
  },
  { subject: 'Closed on Monday', text: 'The warehouse rests for a day. What you order on Sunday leaves on Tuesday.' },
  {
    subject: 'The rubber band, explained',
    text: 'Why a longer one is not always the better one, and how far to stand back. Our best-selling manual is free this week.',
  },
  {
    subject: 'Recall: earthquake pills, batch 7',
    text: 'If the lid is green, please send them back. We pay the postage.',
  },
  {
    subject: 'Smörgåsbord of spare parts 🛠️',
    text: 'Springs, fuses, feathers: the odds and ends page is back, with 612 things you cannot get anywhere else.',
  },
  {
    subject: 'Your questions about portable holes',
    text: 'May they be folded? Are they waterproof? What happens to things that fall in? Our engineers answer the eleven most frequent.',
  },
  {
    subject: 'We are moving our Berlin shop',
    text: 'From the first of the month you find us across the street, with more room for large boxes. Straßenfest am Samstag!',
  },
  {
    subject: 'Winter tyres for pogo sticks',
    text: 'They are real, they grip, and they fit every model since 2019. Order before Friday and we mount them.',
  },
  {
    subject: 'A correction',
    text: 'Some links in our last newsletter led to a page that was not meant for you. Here are the right ones, with our apologies.',
  },
  {
    subject: 'Bird seed subscription',
    text: 'Twenty-five kilograms on your doorstep every month, to be paused whenever the birds have had enough.',
  },
  {
    subject: 'Thank you for ninety days',
    text: 'That is how long our new mail has been running. Here is what you read most, and what you did not.',
  },
]
