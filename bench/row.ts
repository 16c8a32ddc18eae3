import type { Archive } from './archive.ts'

/** One target of a budget, with its measurement. */
export interface Line {
  what: string
  measured: string
  /** Baseline measured in the same run; empty where the target is no ratio. */
  floor: string
  ratio: string
  aim: string
  /** null: no target; for comparison only. */
  met: boolean | null
  /** The bottleneck by profiles, shown where the target is missed. */
  limit: string
}

export interface Result {
  lines: Line[]
  /** How it was measured, and what limits it. */
  notes: string[]
  failed?: boolean
}

/** A row of the table of budgets. `run` cleans up after itself. */
export interface Row {
  /** Its name on the command line. */
  name: string
  title: string
  run(bench: Bench): Promise<Result>
}

export interface Bench {
  /** Reports progress. */
  report(text: string): void
  /** An empty, migrated database on the cluster of this run. */
  database(): Promise<BenchDatabase>
  /** Ten years of data, imported once for all rows that read them. */
  archive(): Promise<Archive>
}

export interface BenchDatabase {
  url: string
  drop(): Promise<void>
}

/** A line whose target is at least (or at most) a number. */
export function line(
  what: string,
  parts: {
    measured: string
    floor?: string
    ratio?: number
    aim: string
    met: boolean | null
    limit?: string
  },
): Line {
  const { measured, floor = '', ratio, aim, met, limit = '' } = parts
  return { what, measured, floor, ratio: ratio === undefined ? '' : ratio.toFixed(2), aim, met, limit }
}
