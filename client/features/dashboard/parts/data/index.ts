/** Columns with their live end, without any part of a page. */
export { joined, type Tail } from '../../tail.ts'
