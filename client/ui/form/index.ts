/** Parts of forms. */
export { Changed } from './Changed.tsx'
export { LocalTime } from './LocalTime.tsx'
export { Password } from './Password.tsx'
export { Told } from './Told.tsx'
