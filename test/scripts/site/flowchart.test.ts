import { expect, test } from 'vitest'
import { drawnFlowchart } from '../../../scripts/site/drawn-flowchart.ts'
import { readFlowchart } from '../../../scripts/site/flowchart.ts'

const TEXT = `flowchart LR
  subgraph data [spec/]
    description[OpenAPI description] --- gaps[gaps]
  end
  data --> contract["<b>src/contract</b><br/>typed values"]
  client((front end)) -- request --> http[mock]
  http -- "answer, rules" --> client
  contract -. reads .-> store[(file)] --> http
`

test('a flowchart of the docs is read: boxes with their lines, arrows with their words', () => {
  expect(readFlowchart(TEXT)).toEqual({
    nodes: [
      { id: 'data', lines: ['spec/', 'OpenAPI description', 'gaps'] },
      { id: 'contract', lines: ['src/contract', 'typed values'] },
      { id: 'client', lines: ['front end'] },
      { id: 'http', lines: ['mock'] },
      { id: 'store', lines: ['file'] },
    ],
    arrows: [
      { from: 'data', to: 'contract', text: '' },
      { from: 'client', to: 'http', text: 'request' },
      { from: 'http', to: 'client', text: 'answer, rules' },
      { from: 'contract', to: 'store', text: 'reads' },
      { from: 'store', to: 'http', text: '' },
    ],
  })
})

test('what is not understood is an error, not half a picture', () => {
  expect(() => readFlowchart('flowchart LR\n  a ==> b')).toThrow('not understood in a flowchart: ==> b')
})

test('it is drawn with every box, every arrow and every word', () => {
  const picture = drawnFlowchart(TEXT)
  expect(picture.match(/<rect /g)).toHaveLength(5)
  expect(picture.match(/class="way"/g)).toHaveLength(5)
  for (const words of ['OpenAPI description', 'answer, rules', 'front end'])
    expect(picture).toContain(`>${words}</text>`)
})
