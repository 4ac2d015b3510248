/** Lets `node --test examples/second-candidate/test/` run every test of this folder. */
import './contract.test.ts'
import './faults.test.ts'
import './odd-input.test.ts'
