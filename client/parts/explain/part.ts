/** The explained value: a series at an instant (epoch ms or local time) or now. */
export interface ExplainTarget {
  series: string
  at: number | string | null
}
export type Open = (part: ExplainTarget) => void
