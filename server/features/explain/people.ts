import type { Description, Version } from '#core/description/index.ts'
import type { ExplainedVersion } from '#contract/explain.ts'
import { readItem, type NamedVersionRow, type Noun } from '#server/features/plants/index.ts'
import type { Services } from '#server/lib/services.ts'

const known = (t: number) => (Number.isFinite(t) ? t : null)

/** Describes versions by who put them in force and when; each item is read once. */
export function versionDescriber(s: Services, hydroCode: string) {
  const items = new Map<string, Promise<NamedVersionRow[]>>()
  return async ({ noun, version }: { noun: Noun; version: Version<unknown> }): Promise<ExplainedVersion> => {
    const key = `${noun} ${version.id}`
    let rows = items.get(key)
    if (!rows) items.set(key, (rows = readItem(s.db, hydroCode, noun, version.id)))
    const row = (await rows).find((r) => r.version_id === version.version)
    const { name } = version.body as { name?: string }
    return {
      noun,
      id: version.id,
      version: version.version,
      name: name ?? '',
      from: known(version.from),
      to: version.to,
      recorded_at: row?.recorded_at ?? null,
      recorded_by_name: row?.recorded_by_name ?? null,
      reason: row?.reason ?? null,
    }
  }
}

/** The version whose body the calculation read. */
export function versionOf<T>(
  versions: Description['tables'] | readonly Version<T>[],
  body: T,
): Version<T> | undefined {
  return (versions as readonly Version<T>[]).find((v) => v.body === body)
}
