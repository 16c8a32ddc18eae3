import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { toLocal } from '#core/time/index.ts'
import { getReportOutlets, type ReportBody } from '#contract/report.ts'
import { serverNow } from '../../../lib/clock.ts'
import { dayFrom, type Days } from '../../../lib/days.ts'
import { useKnown, type Known } from '../../../lib/known.ts'
import { useRead } from '../../../lib/query.ts'
import { useText } from '../../../lib/text/index.ts'
import { DayRange } from '../../../ui/days/index.tsx'
import { Dialog } from '../../../ui/dialog/index.tsx'
import { Icon } from '../../../ui/icon/index.tsx'
import { Loaded } from '../../../ui/state.tsx'
import layoutCss from '../../../ui/layout.module.css'
import textCss from '../../../ui/text.module.css'
import { useSaveReport } from '../download.tsx'
import { isLongEnough, stationsOf, type ReportTree } from '../model.ts'
import css from './export.module.css'

const KINDS = ['hourly', 'daily'] as const
const MODES = ['synthetic', 'detail'] as const

interface Chosen {
  kind: (typeof KINDS)[number]
  mode: (typeof MODES)[number]
  days: Days
  inflow: string[]
  rain: string[]
}

/** At first: a week by the hour with all rain stations. */
function usual(tree: ReportTree, now: number): Chosen {
  const today = toLocal(now, tree.zone).slice(0, 10)
  return {
    kind: 'hourly',
    mode: 'synthetic',
    days: { from: dayFrom(today, -6), to: today },
    inflow: [],
    rain: stationsOf(tree).rain.map((one) => one.id),
  }
}

/** The quantities of the plant that have data, beside the chosen stations; null: the days are no report. */
function exportOf(
  tree: ReportTree,
  chosen: Chosen,
  known: Known | null,
): (ReportBody & { format: 'xlsx' }) | null {
  if (!isLongEnough(chosen.days)) return null
  return {
    kind: chosen.kind,
    mode: chosen.mode,
    from: `${chosen.days.from} 00:00:00`,
    to: `${dayFrom(chosen.days.to!, 1)} 00:00:00`,
    quantities: [...tree.quantities, ...tree.basin_rain]
      .filter((one) => one.first !== null)
      .map((one) => one.id),
    inflow_stations: chosen.inflow,
    rain_stations: chosen.rain,
    ...(known && { known_at: known.local }),
    format: 'xlsx',
  }
}

/** Panel of the dashboard: hourly or daily data of the reservoir and of chosen stations as a workbook. */
export default function ExportPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const known = useKnown()
  const tree = useRead(getReportOutlets, {}, { quiet: true })
  const [own, setOwn] = useState<Chosen | null>(null)
  const { busy, save } = useSaveReport()
  const chosen = tree.data ? (own ?? usual(tree.data, known?.at ?? serverNow())) : null
  const body = tree.data && chosen ? exportOf(tree.data, chosen, known) : null
  return (
    <Dialog
      panel
      title={t('panels.name.export')}
      opened
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {t('act.close')}
          </Button>
          <Button
            leftSection={<Icon name="save" size={16} />}
            loading={busy}
            disabled={body === null}
            onClick={() => body && void save(body)}
          >
            {t('report.excel')}
          </Button>
        </>
      )}
    >
      <p className={textCss.hint}>{t('report.exportHint')}</p>
      <Loaded query={tree} what={t('report.objects')} height={420}>
        {(data) => <Choices tree={data} chosen={chosen!} put={(part) => setOwn({ ...chosen!, ...part })} />}
      </Loaded>
    </Dialog>
  )
}

interface ChoicesProps {
  tree: ReportTree
  chosen: Chosen
  put: (part: Partial<Chosen>) => void
}

function Choices({ tree, chosen, put }: ChoicesProps) {
  const { t } = useText()
  const { inflow, rain } = stationsOf(tree)
  const several = (list: 'inflow' | 'rain', label: string, stations: typeof rain) => (
    <Checkbox.Group label={label} value={chosen[list]} onChange={(ids) => put({ [list]: ids })}>
      <div className={css.stations}>
        {stations.length === 0 && <span className={textCss.muted}>{t('report.noStations')}</span>}
        {stations.map((one) => (
          <Checkbox key={one.id} size="sm" value={one.id} label={one.name} />
        ))}
      </div>
    </Checkbox.Group>
  )
  return (
    <div className={layoutCss.columnWide}>
      <SegmentedControl
        fullWidth
        aria-label={t('report.kind')}
        value={chosen.kind}
        data={KINDS.map((value) => ({ value, label: t(`report.kinds.${value}`) }))}
        onChange={(kind) => put({ kind: kind as Chosen['kind'] })}
      />
      <SegmentedControl
        fullWidth
        aria-label={t('report.mode')}
        value={chosen.mode}
        data={MODES.map((value) => ({ value, label: t(`report.modes.${value}`) }))}
        onChange={(mode) => put({ mode: mode as Chosen['mode'] })}
      />
      <DayRange
        label={t('report.days')}
        any={t('report.days')}
        value={chosen.days}
        onChange={(days) => put({ days })}
      />
      {!isLongEnough(chosen.days) && (
        <p className={textCss.problem} role="alert">
          {t('report.shortHint')}
        </p>
      )}
      {several('inflow', t('report.inflowStations'), inflow)}
      {several('rain', t('report.rainStations'), rain)}
    </div>
  )
}
