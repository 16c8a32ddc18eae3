import { grade, MISSING, STALE } from '#core/quality/index.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { DECIMALS, NOTHING, dateTime, number, timeNear, unit } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useText } from '../../lib/text/index.ts'
import { damLabels } from './labels.ts'
import { DamSection } from '../../ui/dam/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { LATE_INTERVALS, isLate } from '../live-data/late.ts'
import { useHeldWords } from '../live-data/held.ts'
import { damGateOf, wireInstant, isOld, damUnitOf } from '../live-data/present.ts'
import { useIndicators, useOutlets, useWaterdepths } from '../live-data/queries.ts'

const EXHAUST = 2
const DOWNSTREAM = 3

/** On screens of usual height the gates are listed only in the table below the picture. */
const SHORT = '(min-width: 1280px) and (max-height: 1079px)'

/**
 * Section of the dam with present levels, gates and units. rows: what is listed below; by default, depends on the
 * screen's height.
 */
export function Dam({ hydro, rows }: { hydro: Hydro; rows?: 'each' | 'sums' }) {
  const { t, language } = useText()
  const indicators = useIndicators()
  const outlets = useOutlets()
  const levels = useWaterdepths().data
  const figure = indicators.data?.lake_level
  const now = usePresent()
  const limit = LATE_INTERVALS * hydro.interval * 1000
  const late = figure ? isLate(figure, limit, now) : false
  const below = (levels ?? []).filter((w) => w.type === DOWNSTREAM && w.current_data !== null)
  const fresh = below.find((w) => !isOld(w, hydro.time_zone, limit, now))
  const shown = fresh ?? below.find((w) => grade(w.quality) !== MISSING)
  const tail = shown?.current_data ?? null
  const tailAt = fresh || !shown ? null : wireInstant(shown.date_string, hydro.time_zone)
  const short = useMedia(SHORT)
  const stale = late || (figure !== undefined && grade(figure.quality) === STALE)
  const held = useHeldWords(hydro.time_zone)
  const meters = (v: number | null) => (v === null ? NOTHING : `${number(v, DECIMALS.level)} m`)
  return (
    <Loaded query={outlets} what={t('dashboard.dam')}>
      {(all) => (
        <DamSection
          levels={{
            minPossible: hydro.min_possible_water_level,
            dead: hydro.dead_water_level,
            normal: hydro.normal_water_level,
            flood: hydro.designed_flood_water_level,
            check: hydro.check_flood_water_level,
            crest: hydro.crest_level,
            maxPossible: hydro.max_possible_water_level,
          }}
          level={figure?.value ?? null}
          levelText={meters(figure?.value ?? null)}
          tail={tail}
          tailText={meters(tail)}
          tailSince={tailAt === null ? undefined : timeNear(tailAt, now, hydro.time_zone, language)}
          gates={all.filter((o) => o.category === EXHAUST && !o.total).map(damGateOf)}
          units={all.filter((o) => o.category !== EXHAUST).map(damUnitOf)}
          stale={stale}
          rows={rows ?? (short ? 'sums' : 'each')}
          labels={{
            title: t('damSection.title', { name: hydro.hydro_name }),
            level: t('figure.level'),
            ...damLabels(),
            held: held ?? undefined,
            stale:
              figure?.t == null
                ? undefined
                : t('damSection.stale', { time: dateTime(figure.t, hydro.time_zone, language) }),
            flowUnit: unit('flow', language),
            powerUnit: unit('power', language),
          }}
        />
      )}
    </Loaded>
  )
}
