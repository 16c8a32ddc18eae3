/** Reservoirs along rivers: their order, the water that comes in between two of them, sums over several. */
export { byRiver, placeReservoirs, placesAmong } from './order.ts'
export type { PlacedReservoir, RiverPlace } from './order.ts'
export { sumsBy } from './sums.ts'
export type { ReservoirSum } from './sums.ts'
export { lateralInflow } from './lateral.ts'
