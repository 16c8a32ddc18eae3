import type { Description } from '#core/description/index.ts'
import type { Series } from '#core/series/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

/** A reservoir as it is, or as it was known at a chosen time: what revenue is derived from. */
export interface PriceView {
  hydro: string
  /** The instant that counts as the present, epoch ms. */
  at: number
  /** Whether that is in the past. */
  known: boolean
  description: Description
  plant: { zone: string }
  /** carry: with the entry of each series before `from`. */
  read(
    hydro: string,
    series: readonly string[],
    from: number,
    to: number,
    options?: { carry?: boolean },
  ): Promise<Map<string, Series>>
}

export interface PriceDeps extends Pick<Services, 'db'> {
  plants: Plants
  registry: Registry
  /** The reservoir of a call, as known at a local time of the plant or epoch ms. */
  viewOf(caller: Pick<Caller, 'hydro' | 'language'>, knownAt?: string | number): Promise<PriceView>
}
