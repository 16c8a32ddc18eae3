import type { Version } from './index.ts'

interface ItemChange<T> {
  id: string
  /** null removes the item. */
  body: T | null
  /** [from, to); -Infinity: always, null: open. */
  from: number
  to: number | null
}

/** The versions after changing an item over a period: other versions keep their remainder. */
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
