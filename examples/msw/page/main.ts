import { setupWorker } from 'msw/browser'
import { understudy } from 'understudy-api/msw'
import { API, clustersOf } from '../src/clusters.ts'

const mock = understudy({ baseUrl: API })
await setupWorker(...mock.handlers).start({ quiet: true, onUnhandledFrame: 'bypass' })
const clusters = clustersOf(mock.actor('member').headers)

async function show(): Promise<void> {
  const items = (await clusters.nodes('prod')).map((name) => {
    const item = document.createElement('li')
    item.textContent = name
    return item
  })
  document.querySelector('ul')?.replaceChildren(...items)
}

document.querySelector('button')?.addEventListener('click', async () => {
  await mock.events.nodeJoins({ cluster: 'prod', node: 'worker-9' })
  await show()
})
await show()
