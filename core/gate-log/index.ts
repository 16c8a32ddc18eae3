/** What is moved and logged: leaves of gates and units, what their sensors saw, and where they stand. */
export { movesOf } from './moves.ts'
export type { Move } from './moves.ts'
export { movablesAt, movablesEver } from './objects.ts'
export type { Movable } from './objects.ts'
export { positionAt, sensedOf } from './sensed.ts'
export type { Position } from './sensed.ts'
