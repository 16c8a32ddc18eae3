import { DECIMALS, number } from './format.ts'

/** Band of an inflow, twice its standard error on both sides, as every page formats it. */
export function bandOf(inflow: number | null, sigma: number | null): { low: string; high: string } | null {
  if (inflow === null || sigma === null) return null
  return {
    low: number(inflow - 2 * sigma, DECIMALS.flow),
    high: number(inflow + 2 * sigma, DECIMALS.flow),
  }
}
