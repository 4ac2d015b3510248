import { catalogue } from './catalogue.ts'
import { told } from './steps.ts'
import { needs, requestsOf } from './walk.ts'

// Prints the catalogue for reading: node bench/eyesight/faulty-proxy/list.ts [area]
const [area] = process.argv.slice(2)

for (const fault of catalogue.filter((one) => area === undefined || one.area === area)) {
  const steps = fault.show.map(told)
  // A long row of the same step says no more than its number.
  const lines = steps.filter((line, index) => line !== steps[index - 1])
  console.log(`${fault.name}: ${fault.does}`)
  console.log(`  breaks ${fault.breaks} (${fault.checklist.join(', ')})`)
  console.log(`  ${requestsOf(fault)} requests, needs ${needs(fault)} from outside`)
  for (const line of lines) console.log(`    ${line}`)
}
