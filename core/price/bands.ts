import { DAY_KINDS, type DayKind, type PriceBand } from './types.ts'

/** Minutes of a local day. */
export const DAY_MINUTES = 1440
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Minutes after midnight of HH:mm, or of 24:00; NaN for other texts. */
export function minuteOf(time: string): number {
  const m = TIME.exec(time)
  return m ? Number(m[1]) * 60 + Number(m[2]) : time === '24:00' ? DAY_MINUTES : NaN
}

/** HH:mm of a minute of the day. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Minutes [from, to) of each of its days that a band covers: two ranges where it passes midnight. */
export function rangesOf(b: Pick<PriceBand, 'from' | 'to'>): [number, number][] {
  const [from, to] = [minuteOf(b.from), minuteOf(b.to) || DAY_MINUTES]
  if (from < to) return [[from, to]]
  return [
    [0, to],
    [from, DAY_MINUTES],
  ]
}

/** Whether a band applies on a kind of day of a season in a region. */
export function applies(b: PriceBand, day: DayKind, season: string | null, region: string | null): boolean {
  return b.days.includes(day) && (!b.season || b.season === season) && (!b.region || b.region === region)
}

/** Whether holidays differ from their day of the week. */
export const holidaysCount = (bands: readonly PriceBand[]): boolean =>
  bands.some((b) => b.days.includes('holiday'))

/** Kinds of day that bands must cover. */
export const dayKindsOf = (bands: readonly PriceBand[]): readonly DayKind[] =>
  holidaysCount(bands) ? DAY_KINDS : DAY_KINDS.slice(0, 7)
