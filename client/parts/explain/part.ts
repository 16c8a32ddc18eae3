/** The explained value: a series at an instant (epoch ms or local time) or now. */
export interface ExplainTarget {
  series: string
  at: number | string | null
}
/** The revenue of the plant (unit null) or of a unit over [from, to), epoch ms. */
export interface RevenueTarget {
  money: { unit: string | null }
  from: number
  to: number
}
/** What can be explained. */
export type ExplanationPart = ExplainTarget | RevenueTarget
export type Open = (part: ExplainTarget) => void
