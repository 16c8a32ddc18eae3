import { SegmentedControl, Tabs } from '@mantine/core'
import { useState } from 'react'
import { toLocalDate } from '#core/time/index.ts'
import type { Hydro, Outlet, Waterdepth } from '#contract/dashboard.ts'
import { grade, STALE } from '#core/quality/index.ts'
import { DECIMALS, NOTHING, number, outletValue, timeNear, unit } from '../../lib/format.ts'
import { useKnown, usePresent } from '../../lib/known.ts'
import { useText } from '../../lib/text/index.ts'
import { Why } from '../../parts/explain/index.tsx'
import { LATE_INTERVALS } from '../../parts/live-data/late.ts'
import { instantOf, isOld } from '../../parts/live-data/present.ts'
import { useCatchments, useOutlets, useWaterdepths } from '../../parts/live-data/queries.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { countsOf, MANY, standsOut } from './outlets.ts'
import css from './tables.module.css'

/** Gates and units, level positions, catchments: one behind the other, the first in front. */
export function Tables({ hydro }: { hydro: Hydro }) {
  const { t } = useText()
  const outlets = useOutlets()
  const levels = useWaterdepths()
  const catchments = useCatchments()
  return (
    <Tabs defaultValue="outlets" className={css.tabs} keepMounted={false}>
      <Tabs.List aria-label={t('dashboard.details')}>
        <Tabs.Tab value="outlets">{t('dashboard.outlets')}</Tabs.Tab>
        <Tabs.Tab value="levels">{t('dashboard.waterdepths')}</Tabs.Tab>
        <Tabs.Tab value="catchments">{t('dashboard.catchments')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="outlets" className={css.body} tabIndex={0}>
        <Loaded query={outlets} what={t('dashboard.outlets')}>
          {(data) =>
            data.length ? <Outlets all={data} /> : <Empty icon="gate" title={t('dashboard.emptyOutlets')} />
          }
        </Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="levels" className={css.body} tabIndex={0}>
        <Loaded query={levels} what={t('dashboard.waterdepths')}>
          {(data) =>
            data.length ? (
              <Levels all={data} zone={hydro.time_zone} late={LATE_INTERVALS * hydro.interval * 1000} />
            ) : (
              <Empty icon="water" title={t('dashboard.emptyWaterdepths')} />
            )
          }
        </Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="catchments" className={css.body} tabIndex={0}>
        <Loaded query={catchments} what={t('dashboard.catchments')}>
          {(data) =>
            data.length ? (
              <Catchments all={data} />
            ) : (
              <Empty icon="basin" title={t('dashboard.emptyCatchments')} />
            )
          }
        </Loaded>
      </Tabs.Panel>
    </Tabs>
  )
}

function Outlets({ all }: { all: Outlet[] }) {
  const { t, texts, language } = useText()
  const past = useKnown() !== null
  const [which, setWhich] = useState<'all' | 'active'>('all')
  const many = all.length > MANY
  const active = all.filter(standsOut)
  const shown = many && which === 'active' ? active : all
  const method = (o: Outlet) =>
    o.method === null ? t('table.noMethod') : (texts.table.methods[o.method - 1] ?? NOTHING)
  const groups = [
    { name: t('table.gates'), rows: shown.filter((o) => o.category === 2) },
    { name: t('table.units'), rows: shown.filter((o) => o.category === 1) },
  ].filter((g) => g.rows.length > 0)
  const table = (
    <table className={css.table} data-dense aria-label={t('dashboard.outlets')}>
      <thead>
        <tr>
          <th scope="col">{t('table.name')}</th>
          <th scope="col" className={css.number}>
            {t('table.input')}
          </th>
          <th scope="col" className={css.number} title={t('table.discharge')}>
            <abbr aria-label={t('table.discharge')}>Q ({unit('flow', language)})</abbr>
          </th>
          <th scope="col" className={css.mark}>
            <span className="sr">{t('table.quality')}</span>
          </th>
        </tr>
      </thead>
      {groups.map((g) => (
        <tbody key={g.name}>
          <tr className="sr">
            <th colSpan={4} scope="rowgroup">
              {g.name}
            </th>
          </tr>
          {g.rows.map((o) => (
            <OutletRow key={o.outlet_id} o={o} past={past} method={method(o)} />
          ))}
        </tbody>
      ))}
    </table>
  )
  return !many ? (
    table
  ) : (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        className={css.which}
        aria-label={t('outletFilter.label')}
        value={which}
        onChange={(value) => setWhich(value as typeof which)}
        data={[
          { value: 'all', label: t('outletFilter.all', { n: all.length }) },
          { value: 'active', label: t('outletFilter.active', { n: active.length }) },
        ]}
      />
      {groups.length === 0 ? <Empty icon="gate" title={t('outletFilter.none')} /> : table}
    </>
  )
}

/** A gate or unit; below it which value counts where a person's stands against the one that is shown. */
function OutletRow({ o, past, method }: { o: Outlet; past: boolean; method: string }) {
  const { t } = useText()
  const counts = countsOf(o)
  const unitOf = o.category === 1 ? 'MW' : 'm'
  return (
    <>
      <tr
        data-idle={o.output_value === 0 || undefined}
        data-old={grade(o.input_quality) === STALE || undefined}
        data-passed-over={counts !== null || undefined}
      >
        <th scope="row" title={o.name}>
          {o.name}
        </th>
        <td className={`${css.number} ${css.bar}`}>
          {o.input_unit === '-' ? (
            NOTHING
          ) : (
            <>
              <QualityMark q={o.input_quality} words={false} />{' '}
              <Why series={past ? null : o.series.input}>{outletValue(o.input_value)}</Why>{' '}
              <span className={css.unit}>{o.input_unit}</span>
              <Opening value={o.input_value} max={o.input_max} />
            </>
          )}
        </td>
        <td className={css.number} title={`${t('table.method')}: ${method}`}>
          <Why series={past ? null : o.series.output} at={o.date_string}>
            {outletValue(o.output_value)}
          </Why>
          <span className="sr">{method}</span>
        </td>
        <td className={css.mark}>
          <QualityMark q={o.quality} words={false} />
        </td>
      </tr>
      {counts && (
        <tr className={css.counts}>
          <td colSpan={4}>
            <Icon name={counts === 'measured' ? 'info' : 'edited'} size={14} />{' '}
            {t(`table.counts.${counts}`, { value: `${outletValue(o.given)} ${unitOf}` })}
          </td>
        </tr>
      )}
    </>
  )
}

/** How far a gate is open, or a unit loaded, of its most. */
function Opening({ value, max }: { value: number | null; max: number | null }) {
  if (value === null || !max) return null
  return (
    <span className={css.opening} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.max(0, (100 * value) / max))}%` }} />
    </span>
  )
}

function Levels({ all, zone, late }: { all: Waterdepth[]; zone: string; late: number }) {
  const { t, texts, language } = useText()
  const past = useKnown() !== null
  const now = usePresent()
  return (
    <table className={css.table} aria-label={t('dashboard.waterdepths')}>
      <thead>
        <tr>
          <th scope="col">{t('table.name')}</th>
          <th scope="col">{t('table.position')}</th>
          <th scope="col" className={css.number}>
            {t('table.level')}
          </th>
          <th scope="col" className={css.number}>
            {t('table.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map((w) => {
          const at = instantOf(w.date_string, zone)
          return (
            <tr key={w.waterdepth_id} data-old={isOld(w, zone, late, now) || undefined}>
              <th scope="row" title={w.name}>
                {w.name}
              </th>
              <td>{texts.table.positions[w.type - 1] ?? NOTHING}</td>
              <td className={css.number}>
                <Why series={past ? null : w.series} at={w.date_string}>
                  {outletValue(w.current_data)}
                </Why>
                <div>
                  <QualityMark q={w.quality} />
                </div>
              </td>
              <td className={css.number} title={at === null ? undefined : toLocalDate(at, zone)}>
                {at === null ? NOTHING : timeNear(at, now, zone, language)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Catchments({ all }: { all: { catchment_code: string; catchment_name: string; area: number }[] }) {
  const { t } = useText()
  const total = all.reduce((sum, c) => sum + c.area, 0)
  return (
    <table className={css.table} aria-label={t('dashboard.catchments')}>
      <thead>
        <tr>
          <th scope="col">{t('table.name')}</th>
          <th scope="col" className={css.number}>
            {t('table.area')}
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map((c) => (
          <tr key={c.catchment_code}>
            <th scope="row">{c.catchment_name}</th>
            <td className={css.number}>{number(c.area, DECIMALS.area)}</td>
          </tr>
        ))}
      </tbody>
      {all.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{t('dashboard.totalArea')}</th>
            <td className={css.number}>{number(total, DECIMALS.area)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
