import type { ReactNode } from 'react'
import type { CalculatedValue } from '#contract/calculation.ts'
import {
  DECIMALS,
  NOTHING,
  dateTime,
  duration,
  number,
  outletValue,
  unit,
  type Language,
} from '../../lib/format.ts'
import { bandOf } from '../../lib/band.ts'
import { useZone } from '../../lib/reservoir.ts'
import { t, useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import type { Result as Data } from './queries.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './result.module.css'

/** Decimals: gauges measure levels to the centimetre, a calculation is shown to the millimetre. */
const LEVEL = 3
const STORAGE = 3
const OUTLET = 3

/** One calculated instant: totals, inflow with its band, and each gate and unit with its method. */
export function CalculationResult({ data }: { data: Data }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const words = texts.calculation
  const flow = { unit: unit('flow', language), decimals: DECIMALS.flow }
  const level = { unit: 'm', decimals: LEVEL }
  const sigma = data.inflow_sigma
  const band = bandOf(data.total_discharge_lake.value, sigma)
  const inForce = sinceWords(zone, language)
  return (
    <div className={css.result}>
      <p className={css.when}>
        <strong>{t('calculation.at', { time: dateTime(data.at, zone, language) })}</strong>
        <span className={textCss.note}>
          {t('calculation.window', { length: duration(data.at - data.from, language) })}
        </span>
      </p>
      <dl className={css.values} aria-label={words.totals}>
        <Row name={words.row.level} value={data.lake_level} {...level} main />
        <Row
          name={words.row.storage}
          value={data.total_capacity}
          unit={unit('storage', language)}
          decimals={STORAGE}
          main
        />
        <Row name={words.row.inflow} value={data.total_discharge_lake} {...flow} main />
        <Plain
          name={words.row.sigma}
          text={sigma === null ? NOTHING : `± ${number(sigma, flow.decimals)}`}
          unit={flow.unit}
        >
          {sigma === null ? words.noBand : band && t('calculation.bandHint', band)}
        </Plain>
        <Row name={words.row.smoothed} value={data.inflow_moving_average} {...flow} main />
        <Row name={words.row.out} value={data.total_discharge_out} {...flow} main />
        <Row name={words.row.turbine} value={data.total_discharge_turbine} {...flow} part />
        <Row name={words.row.dam} value={data.total_discharge_dam} {...flow} part />
        <Row name={words.row.env} value={data.env_discharge} {...flow} part />
        <Row name={words.row.seepage} value={data.seepage} {...flow} decimals={OUTLET} part />
        <Row name={words.row.evaporation} value={data.evaporation} {...flow} decimals={OUTLET} />
        <Row name={words.row.downstream} value={data.downstream_water_level} {...level} />
        <Row name={words.row.power} value={data.power} unit="MW" decimals={DECIMALS.power} />
      </dl>
      <Outlets data={data} />
      <dl className={css.facts}>
        <dt>{words.storageTable}</dt>
        <dd>
          {data.storage_table
            ? [`${data.storage_table.name} (${data.storage_table.group})`, inForce(data.storage_table.since)]
                .filter(Boolean)
                .join(', ')
            : words.none}
        </dd>
        <dt>{words.parameters}</dt>
        <dd>{data.parameters === null ? words.none : inForce(data.parameters_since) || words.inForce}</dd>
        <dt>{words.code}</dt>
        <dd>{data.code_version}</dd>
      </dl>
    </div>
  )
}

/** When a version came into force, by which people tell versions apart. */
const sinceWords = (zone: string, language: Language) => (since: number | null | undefined) =>
  since === undefined
    ? ''
    : since === null
      ? t('calculation.inForceAlways')
      : t('calculation.inForceSince', { time: dateTime(since, zone, language) })

interface RowProps {
  name: string
  value: CalculatedValue
  unit: string
  decimals: number
  /** main: emphasised; part: a part of the value above. */
  main?: boolean
  part?: boolean
}

function Row({ name, value, unit, decimals, main, part }: RowProps) {
  return (
    <div className={css.row} data-main={main || undefined} data-part={part || undefined}>
      <dt>{name}</dt>
      <dd className={`${textCss.number} ${css.number}`}>{number(value.value, decimals)}</dd>
      <dd className={css.unit}>{unit}</dd>
      <dd className={css.mark}>
        <QualityMark q={value.quality} good />
      </dd>
    </div>
  )
}

function Plain({
  name,
  text,
  unit,
  children,
}: {
  name: string
  text: string
  unit: string
  children: ReactNode
}) {
  return (
    <div className={css.row} data-part>
      <dt>{name}</dt>
      <dd className={`${textCss.number} ${css.number}`}>{text}</dd>
      <dd className={css.unit}>{unit}</dd>
      <dd className={css.hint}>{children}</dd>
    </div>
  )
}

function Outlets({ data }: { data: Data }) {
  const { t, texts, language } = useText()
  const words = texts.calculation
  const inForce = sinceWords(useZone() ?? 'UTC', language)
  const groups = [
    { name: texts.table.gates, rows: data.outlets.filter((o) => o.category === 2) },
    { name: texts.table.units, rows: data.outlets.filter((o) => o.category === 1) },
  ].filter((g) => g.rows.length > 0)
  return (
    <PlainTable
      className={`${layoutCss.table} ${css.outlets}`}
      numberClass={textCss.number}
      label={words.outlets}
      rowKey={(o) => o.outlet_id}
      groups={groups.map((g) => ({ key: g.name, head: g.name, headClassName: css.group, rows: g.rows }))}
      columns={[
        {
          id: 'outlet',
          head: words.outlet,
          rowHeader: true,
          cell: (o) => (
            <>
              {o.name}
              <span className={css.how}>
                {o.method === null ? texts.table.noMethod : (texts.table.methods[o.method - 1] ?? NOTHING)}
                {o.table && (
                  <>
                    {': '}
                    {[o.table.name, inForce(o.table.since)].filter(Boolean).join(', ')}
                  </>
                )}
              </span>
              {o.given && (
                <span className={css.how} data-given>
                  <Icon name="edited" size={12} />
                  {t('calculation.byHand')}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'discharge',
          head: `${words.discharge} (${unit('flow', language)})`,
          align: 'number',
          cell: (o) =>
            o.discharge.value !== null && o.discharge.value < 0
              ? number(o.discharge.value, OUTLET)
              : outletValue(o.discharge.value),
        },
        {
          id: 'quality',
          head: texts.table.quality,
          cell: (o) => <QualityMark q={o.discharge.quality} good />,
        },
      ]}
    />
  )
}
