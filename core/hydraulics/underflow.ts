import { above, atLeast } from './limit.ts'

/**
 * Ratio r = tail / head above the sill up to which flow is free. Regimes common to gates with water under the lip
 * (HEC-RAS 1D Technical Reference, "Computations through Gated Spillways"): free up to and with 0.67, transitional
 * below 0.80, then submerged. The formulas of the source do not meet at these limits: at 0.67 they are 0.5 % apart, at
 * 0.80 with its usual coefficients 23 %. They are used as published: docs/decisions/0036-limits-of-submergence.md.
 */
const FREE = 0.67
const SUBMERGED = 0.8
/** The optional blend between the last two. */
const BLEND_FROM = 0.75
const BLEND_TO = 0.85

/** Whether the tailwater is too low to matter, at ratio r. */
export function isFree(r: number): boolean {
  return !above(r, FREE)
}

/** Share of the submerged formula at ratio r: 0 or 1, or between when the switch is smoothed. */
export function submergedShare(r: number, smooth: boolean): number {
  if (!smooth) return atLeast(r, SUBMERGED) ? 1 : 0
  if (r <= BLEND_FROM) return 0
  return r >= BLEND_TO ? 1 : (r - BLEND_FROM) / (BLEND_TO - BLEND_FROM)
}

/**
 * Between weir flow (head at most the opening a) and underflow (head from 1.25 a on): linear in the head.
 * weir, orifice: m3/s of either; h, a: m.
 */
export function transition(h: number, a: number, weir: number, orifice: number): number {
  const w = (h - a) / (0.25 * a)
  return (1 - w) * weir + w * orifice
}
