/** Lets `node --test examples/candidate/test/` run every test of this folder. */
import './contract.test.mjs'
import './faults.test.mjs'
import './odd-input.test.mjs'
