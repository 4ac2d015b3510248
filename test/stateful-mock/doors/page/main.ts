/** What the page of the test loads: the door, for which the test puts what a browser gets. */
export { understudy } from '../../../../stateful-mock/doors/msw.ts'
export { play } from './play.ts'
