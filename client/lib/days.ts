/** Local days of the plant, yyyy-MM-dd, both included; null: open. */
export interface Days {
  from: string | null
  to: string | null
}

/** Whether a text is a local date, yyyy-MM-dd. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Adds days to a local date, by the calendar alone. */
export function dayFrom(date: string, days: number): string {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + days)
  return next.toISOString().slice(0, 10)
}

/** Days as lists' endpoints take them: our last day is included, their end is exclusive. */
export function spanOfDays({ from, to }: Days): { from: string | undefined; to: string | undefined } {
  return { from: from ?? undefined, to: to === null ? undefined : dayFrom(to, 1) }
}
