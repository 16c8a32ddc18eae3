/** Movables (gates and units), their movements by sensor, and their positions. */
export { movesOf } from './moves.ts'
export type { Move } from './moves.ts'
export { movablesAt, movablesEver } from './objects.ts'
export type { Movable } from './objects.ts'
export { positionAt, sensedOf } from './sensed.ts'
export type { MovablePosition } from './sensed.ts'
