import { MINUTE } from '#core/time/units.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getBasinRain,
  RAIN_HOURS,
  RAIN_METHODS,
  type BasinRain,
  type RainDepth,
  type RainMethod,
} from '#contract/basin-rain.ts'
import { DECIMALS, dateTime, number, timeNear } from '../../lib/format.ts'
import { useKnown } from '../../lib/known.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import { HourlyRain } from './hourly-rain.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './basin-rain.module.css'

const AGAIN = MINUTE
/** Missing shares below this are not mentioned. */
const WORTH = 0.005

const percent = (share: number) => `${number(100 * share, 0)} %`

/** Page of the mean rain over the basin: each method, its gauges, and what is missing. */
export default function RainPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const known = useKnown()
  const rain = useRead(getBasinRain, known ? { query: { known_at: known.local } } : {}, {
    refetchInterval: known ? false : AGAIN,
    placeholderData: keepPreviousData,
    staleTime: 0,
    quiet: true,
  })
  return (
    <Dialog
      panel
      opened
      title={t('panels.name.rain')}
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={rain} what={t('panels.name.rain')} height={620}>
        {(data) =>
          data.gauges.length === 0 ? (
            <Empty icon="basin" title={t('basinRain.empty')} hint={t('basinRain.emptyHint')} />
          ) : (
            <Inside data={data} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Inside({ data }: { data: BasinRain }) {
  const { t } = useText()
  const [method, setMethod] = useState<RainMethod>('thiessen')
  const chosen = data.methods.find((m) => m.method === method)!
  return (
    <>
      <Means data={data} method={method} />
      <SegmentedControl
        fullWidth
        aria-label={t('basinRain.method')}
        value={method}
        data={RAIN_METHODS.map((value) => ({ value, label: t(`basinRain.of.${value}`) }))}
        onChange={(value) => setMethod(value as RainMethod)}
      />
      {chosen.lacking ? (
        <div className={css.lacking}>
          <Empty
            icon="missing"
            title={t(`basinRain.lacking.${chosen.lacking}`)}
            hint={t(`basinRain.lackingHint.${chosen.lacking}`)}
          />
        </div>
      ) : (
        <>
          <p className={textCss.hint}>
            {t(`basinRain.about.${method}`, {
              cells: number(data.grid?.cells ?? 0, 0),
              size: `${number((data.grid?.size_m ?? 0) / 1000, 2)} km`,
            })}
            {method === 'net' && <Bias bias={data.bias} />}
          </p>
          <HourlyRain
            hours={data.hours}
            values={chosen.hourly}
            at={data.at}
            zone={data.time_zone}
            label={t('basinRain.hourly', { method: t(`basinRain.of.${method}`) })}
            radar={method === 'net'}
          />
        </>
      )}
      <Gauges data={data} method={method} />
    </>
  )
}

function Means({ data, method }: { data: BasinRain; method: RainMethod }) {
  const { t, language } = useText()
  return (
    <PlainTable
      className={css.table}
      label={t('basinRain.mean')}
      numberClass={textCss.number}
      rows={data.methods}
      rowKey={(m) => m.method}
      attributes={(m) => ({ 'data-chosen': m.method === method || undefined })}
      columns={[
        {
          id: 'method',
          head: (
            <>
              {t('basinRain.mean')}
              <div>{t('basinRain.until', { time: dateTime(data.at, data.time_zone, language) })}</div>
            </>
          ),
          rowHeader: true,
          cell: (m) => t(`basinRain.of.${m.method}`),
        },
        ...RAIN_HOURS.map((n, i) => ({
          id: String(n),
          head: t('basinRain.hours', { n }),
          align: 'number' as const,
          cell: ({ depths }: BasinRain['methods'][number]) => (
            <>
              <b>{number(depths[i].value, DECIMALS.rain)}</b>
              <Missing depth={depths[i]} />
            </>
          ),
        })),
      ]}
    />
  )
}

/** Notes what is missing of a depth, below it. */
function Missing({ depth }: { depth: RainDepth }) {
  const { t } = useText()
  if (depth.missing < WORTH) return null
  return (
    <div className={css.missing}>
      <QualityMark q={depth.quality} words={false} />
      {t('basinRain.missing', { share: percent(depth.missing) })}
    </div>
  )
}

function Bias({ bias }: { bias: BasinRain['bias'] }) {
  const { t } = useText()
  if (!bias.enough) return <> {t('basinRain.biasFew', { pairs: bias.pairs })}</>
  return (
    <>
      {' '}
      {t('basinRain.bias', {
        factor: number(bias.factor, 2),
        pairs: bias.pairs,
        adjusted: number(bias.adjusted.at(-1) ?? null, DECIMALS.rain),
      })}
      {bias.limited && ` ${t('basinRain.limited')}`}
    </>
  )
}

function Gauges({ data, method }: { data: BasinRain; method: RainMethod }) {
  const { t, language } = useText()
  const present = data.gauges.filter((g) => g.present).length
  return (
    <section aria-label={t('basinRain.gauges')}>
      <h3 className={css.heading}>
        {t('basinRain.gauges')}
        <span>{t('basinRain.present', { n: present, all: data.gauges.length })}</span>
      </h3>
      <div className={layoutCss.scrollAcross} tabIndex={0} role="group" aria-label={t('basinRain.gauges')}>
        <PlainTable
          className={css.table}
          label={t('basinRain.gauges')}
          numberClass={textCss.number}
          rows={data.gauges}
          rowKey={(g) => g.station_id}
          attributes={(g) => ({ 'data-absent': !g.present || undefined })}
          columns={[
            {
              id: 'name',
              head: t('table.name'),
              rowHeader: true,
              cell: (g) => (
                <>
                  {g.name}
                  {!g.present && (
                    <div className={css.silent}>
                      <Icon name="stale" size={14} />
                      {g.last_t === null
                        ? t('basinRain.silentDay')
                        : t('basinRain.silent', {
                            time: timeNear(g.last_t, data.at, data.time_zone, language),
                          })}
                    </div>
                  )}
                </>
              ),
            },
            {
              id: 'weight',
              head: t('basinRain.weight'),
              align: 'number',
              cell: (g) => {
                const weight = method === 'grid' ? g.grid : g.thiessen
                return weight === null ? '-' : `${number(100 * weight, 1)} %`
              },
            },
            ...RAIN_HOURS.map((n, i) => ({
              id: String(n),
              head: t('basinRain.hours', { n }),
              align: 'number' as const,
              cell: ({ depths, present: sends }: BasinRain['gauges'][number]) => (
                <>
                  {number(depths[i].value, DECIMALS.rain)}
                  {sends && <Missing depth={depths[i]} />}
                </>
              ),
            })),
          ]}
        />
      </div>
    </section>
  )
}
