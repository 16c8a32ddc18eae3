/**
 * Moves labels apart along a line so that none overlap, each as near to its place as possible, in order, within [low,
 * high]. Labels without room are pushed together at the end.
 * @param places wanted centres, any order
 * @returns centres in the order of the input
 */
export function spread(places: number[], size: number, low: number, high: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b] || a - b)
  // Groups of touching labels, each centred on the mean of its members' wanted places.
  const groups: { members: number[]; sum: number; centre: number }[] = []
  const settle = (sum: number, n: number) => {
    const half = (n * size) / 2
    return Math.max(low + half, Math.min(high - half, sum / n))
  }
  for (const i of order) {
    groups.push({ members: [i], sum: places[i], centre: settle(places[i], 1) })
    while (groups.length > 1) {
      const b = groups[groups.length - 1]
      const a = groups[groups.length - 2]
      if (b.centre - (b.members.length * size) / 2 >= a.centre + (a.members.length * size) / 2 - 1e-9) break
      groups.pop()
      a.members.push(...b.members)
      a.sum += b.sum
      a.centre = settle(a.sum, a.members.length)
    }
  }
  const out = Array.from(places)
  for (const { members, centre } of groups)
    members.forEach((m, k) => (out[m] = centre + (k - (members.length - 1) / 2) * size))
  return out
}

/** Merges items along an axis that would overlap (closer than `apart`). */
export function cluster<T>(items: { at: number; item: T }[], apart: number): { at: number; items: T[] }[] {
  const out: { at: number; items: T[] }[] = []
  for (const { at, item } of [...items].sort((a, b) => a.at - b.at)) {
    const last = out[out.length - 1]
    if (last && at - last.at < apart) last.items.push(item)
    else out.push({ at, items: [item] })
  }
  return out
}
