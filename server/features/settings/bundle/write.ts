import { isMoneyUnit } from '#core/quantities.ts'
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type Bundle,
  type BundleContent,
  type DescribedNoun,
} from '#contract/changes.ts'
import { readFile } from '#server/lib/files.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import { digestOf } from './canonical.ts'
import { readContent } from './content.ts'

const iso = (t: number | null) => (t === null ? null : new Date(t).toISOString())

/** The checksum of a file. */
export const sumOf = (hydroCode: string, content: unknown): string =>
  digestOf({ hydro_code: hydroCode, content })

/** Writes the present configuration of these kinds of items as the file that `importBundle` reads. */
export async function writeBundle(
  s: Services,
  hydroCode: string,
  name: string,
  nouns: readonly DescribedNoun[],
): Promise<Bundle> {
  const held = await readContent(s.db.pool, hydroCode)
  const files: BundleContent['files'] = []
  for (const id of held.files) {
    const file = await readFile(s, hydroCode, id)
    if (file)
      files.push({
        id,
        name: file.name,
        content_type: file.contentType,
        base64: file.bytes.toString('base64'),
      })
  }
  const content: BundleContent = {
    // Series of money are for those who see prices, as the items of prices are.
    series: held.series.filter(({ unit }) => nouns.includes('tariff') || !isMoneyUnit(unit)),
    nouns: [...nouns],
    items: held.items
      .filter((i) => nouns.includes(i.noun))
      .map(({ noun, id, periods }) => ({
        noun,
        id,
        periods: periods.map((p) => ({
          from: iso(p.from),
          to: iso(p.to),
          body: p.body as Record<string, unknown>,
        })),
      })),
    files,
  }
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    product: VERSION,
    exported_at: new Date(s.clock.now()).toISOString(),
    hydro_code: hydroCode,
    name,
    sha256: sumOf(hydroCode, content),
    content,
  }
}
