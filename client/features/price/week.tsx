import { SegmentedControl } from '@mantine/core'
import { useState, type CSSProperties } from 'react'
import { weekOf, type PriceCalendar } from '#core/price/index.ts'
import { number } from '../../lib/format.ts'
import { clockTime } from '../../lib/item-words.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { classIn, seasonsOf } from './names.ts'
import css from './price.module.css'

const DAY = 1440
const HOURS = [0, 4, 8, 12, 16, 20, 24]
const share = (minutes: number) => `${(100 * minutes) / DAY}%`

type Calendar = Pick<PriceCalendar, 'classes' | 'seasons' | 'regions' | 'bands'>

interface Props {
  calendar: Calendar
  season: string | null
  region: string | null
}

/** A week by its hours: the class of each, what two bands claim, and what none has. */
function CalendarWeek({ calendar, season, region }: Props) {
  const { t, texts } = useText()
  const week = weekOf(calendar.bands, season, region)
  const codes = calendar.classes.map((c) => c.code)
  const nameOf = (code: string) => classIn(calendar, code)
  const hours = new Map(codes.map((code) => [code, 0]))
  const faults = { hole: 0, overlap: 0 }
  for (const { day, parts } of week)
    for (const { from, to, bands } of parts) {
      const code = bands.length === 1 ? calendar.bands[bands[0]].class : null
      if (bands.length === 0) faults.hole += to - from
      else if (code === null) faults.overlap += to - from
      // A holiday takes the place of a day of the week.
      else if (day !== 'holiday') hours.set(code, (hours.get(code) ?? 0) + (to - from) / 60)
    }
  // The most valuable class comes first, and is the darkest.
  const tone = (code: string) => Math.max(0, codes.indexOf(code)) / Math.max(1, codes.length - 1)
  const swatch = (code: string) => ({ '--tone': `${Math.round(70 - 60 * tone(code))}%` }) as CSSProperties
  return (
    <figure className={css.week}>
      <div className={css.days} role="table" aria-label={t('price.week.title')}>
        <div className={css.hours} aria-hidden>
          {HOURS.map((h) => (
            <span key={h} style={{ top: share(h * 60) }}>
              {String(h).padStart(2, '0')}
            </span>
          ))}
        </div>
        {week.map(({ day, parts }) => (
          <div key={day} role="row" className={css.day}>
            <span role="rowheader" className={css.dayName} title={texts.valueOf[day]}>
              <abbr>{texts.price.day[day]}</abbr>
            </span>
            <div className={css.column}>
              {parts.map(({ from, to, bands }) => {
                const kind = bands.length === 0 ? 'hole' : bands.length > 1 ? 'overlap' : undefined
                const names = bands.map((b) => nameOf(calendar.bands[b].class))
                const what = kind === 'hole' ? t('price.week.hole') : [...new Set(names)].join(' + ')
                const words = kind === 'overlap' ? `${t('price.week.overlap')}: ${what}` : what
                const span = `${clockTime(from)}–${clockTime(to)}`
                return (
                  <div
                    key={from}
                    role="cell"
                    className={css.band}
                    data-fault={kind}
                    data-dark={
                      kind === undefined && tone(calendar.bands[bands[0]].class) < 0.34 ? '' : undefined
                    }
                    style={{
                      top: share(from),
                      height: share(to - from),
                      ...(kind === undefined ? swatch(calendar.bands[bands[0]].class) : {}),
                    }}
                    title={`${texts.valueOf[day]} ${span}: ${words}`}
                    aria-label={`${span}: ${words}`}
                  >
                    {to - from >= 60 && (
                      <span>
                        {kind && <Icon name="warning" size={14} />}
                        <b>{kind === 'overlap' ? t('price.week.overlap') : what}</b>
                        {to - from >= 120 && <small>{span}</small>}
                      </span>
                    )}
                  </div>
                )
              })}
            </div>
          </div>
        ))}
      </div>
      <figcaption className={css.legend}>
        {calendar.classes.map((c, i) => (
          <span key={i} className={layoutCss.inline}>
            <i data-dark={tone(c.code) < 0.34 ? '' : undefined} style={swatch(c.code)} />
            {c.name || c.code}: {number(hours.get(c.code) ?? 0, 1)} {t('price.week.hoursAWeek')}
          </span>
        ))}
        {(['hole', 'overlap'] as const).map(
          (kind) =>
            faults[kind] > 0 && (
              <strong key={kind} className={`${layoutCss.inline} ${css.fault}`}>
                <Icon name="warning" size={16} />
                {t(`price.week.${kind}Sum`, { n: number(faults[kind] / 60, 1) })}
              </strong>
            ),
        )}
      </figcaption>
    </figure>
  )
}

/** The week of a calendar, by season and region. */
export function WeekOf({ calendar }: { calendar: Calendar }) {
  const { t } = useText()
  const seasons = seasonsOf(calendar)
  const [chosen, setSeason] = useState<string | null>(null)
  const [place, setRegion] = useState<string | null>(null)
  // Half typed, two may have the same code, or none.
  const season = seasons.find((s) => s.code === chosen)?.code ?? seasons[0]?.code ?? null
  const regions = [...new Set(calendar.regions)]
  const region = regions.find((r) => r === place) ?? regions[0] ?? null
  return (
    <>
      {(seasons.length > 1 || regions.length > 1) && (
        <div className={css.choices}>
          {seasons.length > 1 && (
            <SegmentedControl
              aria-label={t('price.week.season')}
              data={seasons.map((s) => ({ value: s.code, label: s.name || s.code }))}
              value={season ?? ''}
              onChange={setSeason}
            />
          )}
          {regions.length > 1 && (
            <SegmentedControl
              aria-label={t('price.week.region')}
              data={regions}
              value={region ?? ''}
              onChange={setRegion}
            />
          )}
        </div>
      )}
      <CalendarWeek calendar={calendar} season={season} region={region} />
    </>
  )
}
