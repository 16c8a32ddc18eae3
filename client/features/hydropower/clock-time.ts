/** Minutes after midnight as a time of day. */
export function clockTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** The half hours of a day, and what is set where it is none of them. */
export function clockTimes(set: number | null): { id: number; name: string }[] {
  const half = Array.from({ length: 48 }, (_, i) => i * 30)
  const all = set === null || half.includes(set) ? half : [...half, set].sort((a, b) => a - b)
  return all.map((id) => ({ id, name: clockTime(id) }))
}
