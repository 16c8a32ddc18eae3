import { MINUTE } from '#core/time/units.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import { getVolumes, type WaterVolume } from '#contract/volumes.ts'
import { serverNow } from '../../lib/clock.ts'
import { dayFrom } from '../../lib/days.ts'
import { DECIMALS, date, duration, number } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { month } from '../../ui/chart/format.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import css from './volumes.module.css'

type Step = 'day' | 'month'
/** Number of days, and of days of whole months, before today. */
const BACK: Record<Step, number> = { day: 30, month: 364 }
const VALUES = ['inflow', 'outflow', 'losses', 'storage'] as const

/** Page of the water volumes of days and months by the balance, with the error of closure. */
export default function VolumesPanel({ onClose }: { onClose: () => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const [step, setStep] = useState<Step>('day')
  const today = toLocal(serverNow(), zone).slice(0, 10)
  const body = { from: dayFrom(today, -BACK[step]), to: dayFrom(today, 1), step }
  const query = useRead(
    getVolumes,
    { body },
    { refetchInterval: 5 * MINUTE, placeholderData: keepPreviousData, quiet: true },
  )
  const { data } = query
  // Newest first, back to the first with data.
  const first = data?.periods.findIndex((p) => [p.inflow, p.outflow, p.storage].some((v) => v !== null))
  const rows = data && (first === -1 ? [] : data.periods.slice(first).reverse())
  const volume = (v: number | null) => number(v, DECIMALS.waterVolume)
  return (
    <Dialog
      opened
      width={900}
      title={t('panels.name.volumes')}
      onClose={onClose}
      actions={(close) => (
        <Button variant="default" onClick={close}>
          {t('act.close')}
        </Button>
      )}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('volumes.step')}
        value={step}
        data={(['day', 'month'] as const).map((value) => ({ value, label: t(`volumes.by.${value}`) }))}
        onChange={(value) => setStep(value as Step)}
      />
      <p className={textCss.hint}>
        {t('volumes.about', {
          window: duration((data?.window_s ?? 3600) * 1000, language),
          limit: number(100 * (data?.closes_within ?? 0.005), 1),
        })}
      </p>
      <div className={css.table}>
        <DataTable<WaterVolume>
          label={t('panels.name.volumes')}
          query={query}
          rows={rows}
          rowKey={(r) => r.date_string}
          height={480}
          empty={<Empty icon="water" title={t('dashboard.noData')} />}
          csv={t('panels.name.volumes')}
          columns={[
            {
              id: 'date',
              head: t(`volumes.by.${step}`),
              rowHeader: true,
              value: (r) => r.date_string.slice(0, step === 'day' ? 10 : 7),
              cell: (r) => (
                <>
                  <span className={textCss.nowrap}>
                    {step === 'day' ? date(r.from, zone, language) : month(r.from, zone, language)}
                  </span>
                  {!r.complete && (
                    <>
                      {' '}
                      <span className={`${textCss.small} ${textCss.nowrap}`}>{t('volumes.running')}</span>
                    </>
                  )}
                </>
              ),
            },
            ...VALUES.map((id) => ({
              id,
              head: t(`volumes.of.${id}`),
              align: 'number' as const,
              value: (r: WaterVolume) => r[id],
              cell: (r: WaterVolume) => (
                <>
                  {volume(r[id])}
                  {id === 'inflow' && ' '}
                  {id === 'inflow' && <QualityMark q={r.quality} words={false} />}
                </>
              ),
            })),
            {
              id: 'residual',
              head: t('volumes.of.residual'),
              align: 'number',
              value: (r) => r.residual,
              cell: (r) => (
                <>
                  <span className={textCss.nowrap}>
                    {volume(r.residual)}
                    {r.residual_share !== null && ` (${number(100 * r.residual_share, 2)} %)`}
                  </span>
                  {r.closes === false && <strong className={textCss.nowrap}> {t('volumes.open')}</strong>}
                </>
              ),
            },
            {
              id: 'summed',
              head: t('volumes.of.summed'),
              align: 'number',
              value: (r) => r.summed,
              cell: (r) => volume(r.summed),
            },
          ]}
        />
      </div>
    </Dialog>
  )
}
