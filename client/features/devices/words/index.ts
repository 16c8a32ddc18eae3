/** Units in words, without any part of a page. */
export { decimalsOf, unitWords } from '../words.ts'
