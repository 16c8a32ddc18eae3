/** What is asked about: a series, at an instant (epoch ms or local time) or now. */
export interface Asked {
  series: string
  at: number | string | null
}
export type Open = (part: Asked) => void
