import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { dateTime, duration, number } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './quality.module.css'
import { useSeriesStates, type SeriesState } from './queries.ts'
import { Where } from './where.tsx'
import { valueWithUnit } from './words.ts'

/** A series is late after this many intervals. */
const LATE = 3
/** Share of expected readings below which a series is incomplete. */
const SHORT = 0.9

/** State of every series: its last good reading and how many readings arrive. */
export function StatesList() {
  const { t, language } = useText()
  const [search, setSearch] = useState('')
  const states = useSeriesStates()
  const wanted = search.trim().toLocaleLowerCase(language)
  return (
    <Loaded query={states} what={t('qualityPage.tab.series')} height={420}>
      {(data) => {
        if (data.series.length === 0)
          return <Empty icon="sensor" title={t('qualityPage.noneYet')} hint={t('qualityPage.noneYetHint')} />
        const found = data.series.filter((s) =>
          [s.series, s.name, s.station_name ?? ''].some((x) =>
            x.toLocaleLowerCase(language).includes(wanted),
          ),
        )
        // Present faults first.
        const seen = found.toSorted((a, b) => b.open.length - a.open.length)
        return (
          <>
            <div className={css.find}>
              <TextInput
                type="search"
                aria-label={t('qualityPage.search')}
                placeholder={t('qualityPage.search')}
                leftSection={<Icon name="search" size={16} />}
                value={search}
                onChange={(e) => setSearch(e.currentTarget.value)}
              />
            </div>
            <StatesTable series={seen} at={data.at} />
          </>
        )
      }}
    </Loaded>
  )
}

function StatesTable({ series, at }: { series: readonly SeriesState[]; at: number }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const present24 = `${t('qualityPage.present')} ${t('qualityPage.present24')}`
  return (
    <DataTable
      label={t('qualityPage.tab.series')}
      rows={series}
      rowKey={(s) => s.series}
      csv={t('qualityPage.tab.series')}
      columns={[
        {
          id: 'where',
          head: t('qualityPage.where'),
          rowHeader: true,
          value: (s) => s.series,
          cell: (s) => <Where place={s} />,
        },
        {
          id: 'good',
          head: t('qualityPage.lastGood'),
          className: `${textCss.nowrap} ${css.number}`,
          value: (s) => s.good?.v,
          cell: (s) =>
            s.good ? (
              <div>
                <div>{valueWithUnit(s.good.v, s.unit, language)}</div>
                <div className={textCss.small}>{dateTime(s.good.t, zone, language)}</div>
              </div>
            ) : (
              <span className={textCss.small}>{t('qualityPage.never')}</span>
            ),
        },
        {
          id: 'age',
          head: t('qualityPage.age'),
          value: (s) => s.good && duration(at - s.good.t, language),
          cell: (s) => <Age s={s} at={at} />,
        },
        {
          id: 'present24',
          head: present24,
          align: 'number',
          className: `${textCss.nowrap} ${css.number}`,
          value: (s) => s.present_24h,
          cell: (s) => <Share v={s.present_24h} />,
        },
        {
          id: 'present30',
          head: t('qualityPage.present30'),
          phoneLabel: `${t('qualityPage.present')} ${t('qualityPage.present30')}`,
          align: 'number',
          className: `${textCss.nowrap} ${css.number}`,
          value: (s) => s.present_30d,
          cell: (s) => <Share v={s.present_30d} />,
        },
        {
          id: 'flags',
          head: t('qualityPage.flags'),
          value: (s) => s.open.map((kind) => t(`qualityPage.kind.${kind}`)).join(', '),
          cell: (s) => (
            <div className={css.flags}>
              {s.open.map((kind) => (
                <span key={kind} className={`${layoutCss.inline} ${css.state}`} data-open>
                  <Icon name="warning" size={14} />
                  {t(`qualityPage.kind.${kind}`)}
                </span>
              ))}
              {s.last && (s.last.q & 7) > 0 && <QualityMark q={s.last.q} />}
            </div>
          ),
        },
      ]}
    />
  )
}

function Age({ s, at }: { s: SeriesState; at: number }) {
  const { t, language } = useText()
  const age = s.good ? at - s.good.t : null
  const late = age !== null && s.step_s !== null && age > LATE * s.step_s * 1000
  return (
    <div>
      <div className={`${layoutCss.inline} ${css.state}`} data-open={late || undefined}>
        {late && <Icon name="stale" size={14} />}
        {age === null ? '-' : duration(age, language)}
        {late && ` · ${t('qualityPage.late')}`}
      </div>
      <div className={textCss.small}>
        {s.step_s === null
          ? t('qualityPage.irregular')
          : t('qualityPage.every', { time: duration(s.step_s * 1000, language) })}
      </div>
    </div>
  )
}

function Share({ v }: { v: number | null }) {
  if (v === null) return '-'
  const text = `${number(Math.floor(v * 1000) / 10, 1)} %`
  return v < SHORT ? (
    <span className={`${layoutCss.inline} ${css.short}`}>
      <Icon name="partial" size={14} />
      {text}
    </span>
  ) : (
    text
  )
}
