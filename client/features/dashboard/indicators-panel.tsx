import { HOUR } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import type { ElectricalEnergy, Energy, Figure, Hydro, LevelOutlook, Outlook } from '#contract/dashboard.ts'
import { DECIMALS, hoursAhead, number, signed, spanAhead, timeNear, unit } from '../../lib/format.ts'
import { useReservoir } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import { usePresent } from '../../lib/known.ts'
import { FORESEEN, type IndicatorData } from '../../parts/level-scale/level-words.ts'
import { useElectricalEnergy, useIndicators } from '../../parts/live-data/queries.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './indicators.module.css'

/** Missing shares below this are not mentioned. */
const NEGLIGIBLE = 0.005
/** More days of water than this are shown as plenty. */
const PLENTY = 365

/** Panel of indicators: energy of day, month and year by unit, and when the lake reaches its limits. */
export default function IndicatorsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const energy = useElectricalEnergy()
  const figures = useIndicators()
  const hydro = useReservoir().data
  return (
    <Dialog
      title={t('indicators.title')}
      opened
      panel
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      <section className={css.part} aria-labelledby="indicators-energy">
        <h3 id="indicators-energy">{t('indicators.energy')}</h3>
        <Loaded query={energy} what={t('indicators.energy')} height={180}>
          {(data) => <EnergyTable data={data} zone={hydro?.time_zone ?? 'UTC'} />}
        </Loaded>
      </section>
      <section className={css.part} aria-labelledby="indicators-lake">
        <h3 id="indicators-lake">{t('indicators.lake')}</h3>
        <Loaded query={figures} what={t('indicators.lake')} height={200}>
          {(data) => (hydro ? <Lake data={data} hydro={hydro} /> : null)}
        </Loaded>
      </section>
    </Dialog>
  )
}

const SPANS = ['today', 'month', 'year'] as const

interface EnergyRow {
  id: string
  name: string
  row: Omit<ElectricalEnergy, 't' | 'units'>
}

function EnergyTable({ data, zone }: { data: ElectricalEnergy; zone: string }) {
  const { t, language } = useText()
  const now = usePresent()
  const rows: EnergyRow[] = [
    { id: 'plant', name: t('indicators.plant'), row: data },
    ...(data.units.length > 1 ? data.units.map((u) => ({ id: u.unit_id, name: u.name, row: u })) : []),
  ]
  return (
    <>
      <div className={layoutCss.scrollAcross} tabIndex={0} role="group" aria-labelledby="indicators-energy">
        <PlainTable
          className={css.energy}
          rows={rows}
          rowKey={({ id }) => id}
          attributes={({ id }) => ({ 'data-all': id === 'plant' || undefined })}
          columns={[
            {
              id: 'name',
              head: t('table.name'),
              headHidden: true,
              rowHeader: true,
              cell: ({ name }) => name,
            },
            {
              id: 'power',
              head: (
                <>
                  {t('indicators.now')} <small>{unit('power', language)}</small>
                </>
              ),
              cell: ({ row }) => <Number figure={row.power} decimals={DECIMALS.power} />,
            },
            ...SPANS.map((span) => ({
              id: span,
              head: (
                <>
                  {t(`indicators.${span}`)} <small>{unit('energy', language)}</small>
                </>
              ),
              cell: ({ row }: EnergyRow) => <Generated energy={row[span]} />,
            })),
            {
              id: 'use',
              head: (
                <>
                  {t('indicators.use')} <small>m³/kWh</small>
                </>
              ),
              headTitle: t('indicators.useHint'),
              cell: ({ row }) => (
                <>
                  <Number figure={row.water_use} decimals={DECIMALS.waterUse} />
                  {row.water_use.value === null && row.water_use.reason && (
                    <small className={css.reason}>{t(`indicators.reason.${row.water_use.reason}`)}</small>
                  )}
                </>
              ),
            },
          ]}
        />
      </div>
      <p className={css.note}>
        {t('indicators.until', { time: timeNear(data.today.to, now, zone, language) })}{' '}
        {t('indicators.energyNote')}
        {data.units.length > 1 && ` ${t('indicators.unitsNote')}`}
      </p>
    </>
  )
}

function Number({ figure, decimals }: { figure: Figure; decimals: number }) {
  return (
    <span className={`${layoutCss.inlineClose} ${css.number}`}>
      <QualityMark q={figure.value === null ? 0 : figure.quality} words={false} />
      {number(figure.value, decimals)}
    </span>
  )
}

/** MWh, with the share that is missing; where most is missing, the known part. */
function Generated({ energy: e }: { energy: Energy }) {
  const { t } = useText()
  const megawatts = (kwh: number | null) => number(kwh === null ? null : kwh / 1000, DECIMALS.energy)
  const share = Math.round(e.missing * 100)
  return (
    <>
      <span className={`${layoutCss.inlineClose} ${css.number}`}>
        <QualityMark q={e.value === null ? 0 : e.quality} words={false} />
        {megawatts(e.value)}
      </span>
      {e.value === null && e.known > 0 && (
        <small>{t('indicators.knownOnly', { value: megawatts(e.known) })}</small>
      )}
      {e.missing > NEGLIGIBLE && <small>{t('indicators.missing', { share: Math.max(1, share) })}</small>}
    </>
  )
}

function Lake({ data, hydro }: { data: IndicatorData; hydro: Hydro }) {
  const { t, language } = useText()
  const now = usePresent()
  const zone = hydro.time_zone
  const reason = (o: Outlook) => (o.reason === null ? '' : t(`indicators.reason.${o.reason}`))
  const cm = signed(data.lake_level.trend === null ? null : data.lake_level.trend * 100, DECIMALS.trend)
  const atRate = t('indicators.atRate', { value: cm })
  const after = (o: Outlook, hours: number, most: number) =>
    hours > most
      ? t('indicators.more', { time: hoursAhead(most, language) })
      : `${hoursAhead(hours, language)}${
          hours < 48
            ? ` · ${t('indicators.around', { time: timeNear((o.t ?? now) + hours * HOUR, now, zone, language) })}`
            : ''
        }`
  const limit = (name: string, o: LevelOutlook) => {
    const { ahead } = o
    if (ahead === null) return <OutlookRow name={name} value={reason(o)} absent q={0} assumes={null} />
    const way = (of: 'byRate' | 'byForecast', hours: number | null) =>
      hours === null ? [] : [t(`indicators.${of}`, { time: after(o, hours, FORESEEN), rate: cm })]
    const both = [...way('byForecast', ahead.by_forecast), ...way('byRate', ahead.by_rate)]
    return (
      <OutlookRow
        name={name}
        value={spanAhead(ahead.from, ahead.to, language)}
        q={o.quality}
        assumes={ahead.basis === 'forecast' ? both : both.reverse()}
      />
    )
  }
  const left = data.water_left
  return (
    <dl className={css.lake}>
      <OutlookRow
        name={t('indicators.usable')}
        value={
          data.usable_capacity.value === null
            ? t('indicators.reason.unknown')
            : `${number(data.usable_capacity.value, DECIMALS.storage)} ${unit('storage', language)}`
        }
        absent={data.usable_capacity.value === null}
        q={data.usable_capacity.value === null ? 0 : data.usable_capacity.quality}
        assumes={
          data.usable_capacity.t === null
            ? null
            : t('figure.at', { time: timeNear(data.usable_capacity.t, now, zone, language) })
        }
      />
      <OutlookRow
        name={t('indicators.left')}
        value={
          left.value !== null
            ? after(left, left.value * 24, PLENTY * 24)
            : left.reason === 'passed'
              ? t('indicators.empty')
              : reason(left)
        }
        absent={left.value === null}
        q={left.value === null ? 0 : left.quality}
        assumes={left.value === null ? null : atRate}
      />
      {limit(t('indicators.toNormal'), data.to_normal)}
      {limit(t('indicators.toFlood'), data.to_flood)}
    </dl>
  )
}

interface OutlookRowProps {
  name: string
  value: string
  /** Text in place of a value. */
  absent?: boolean
  q: number
  assumes: string | string[] | null
}

function OutlookRow({ name, value, absent, q, assumes }: OutlookRowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={`${layoutCss.inlineClose} ${css.number}`} data-absent={absent || undefined}>
          <QualityMark q={q} words={false} />
          {value}
        </span>
        {assumes !== null &&
          [assumes].flat().map((line) => (
            <small key={line} className={css.assumes}>
              {line}
            </small>
          ))}
      </dd>
    </div>
  )
}
