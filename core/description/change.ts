import type { Version } from './index.ts'

interface ItemChange<T> {
  id: string
  /** null takes the item out. */
  body: T | null
  /** [from, to); -Infinity: always, null: open. */
  from: number
  to: number | null
}

/** The versions as they would be with an item changed over a period: what else was in force keeps its rest. */
export function withChange<T>(
  versions: readonly Version<T>[],
  { id, body, from, to }: ItemChange<T>,
  version = 'draft',
): Version<T>[] {
  const end = to ?? Infinity
  const kept = versions.flatMap((v): Version<T>[] => {
    const stop = v.to ?? Infinity
    if (v.id !== id || v.from >= end || stop <= from) return [v]
    const rest: Version<T>[] = []
    if (v.from < from) rest.push({ ...v, to: from })
    if (stop > end) rest.push({ ...v, from: end })
    return rest
  })
  return body === null ? kept : [...kept, { id, version, from, to, body }]
}
