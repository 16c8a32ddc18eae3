import { DAY, HOUR } from '#core/time/units.ts'
import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { EditsData } from '#contract/edits.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { fromColumn } from '../../ui/chart/index.ts'
import { Empty } from '../../ui/state.tsx'
import { useMedia } from '../../ui/use-media.ts'
import css from './edits.module.css'
import { Impact } from './impact.tsx'
import { EditsLegend } from './legend.tsx'
import { useFiredOfSeries } from './queries.ts'
import { editRowsOf } from './rows.ts'
import { selectionOf, snapped, selectedSpan, type Selection, type EditSpan } from './selection.ts'
import { EditsSide } from './side.tsx'
import { ReadingTable } from './table.tsx'
import { useTrial } from './use-trial.ts'

const Chart = lazy(() => import('./chart.tsx'))
const PHONE = '(max-width: 599px)'

interface Props {
  data: EditsData
  loading: boolean
  /** Whether the series belongs to a measuring station. */
  ofStation: boolean
  zone: string
  chosen: EditSpan | null
  onChosen: (span: EditSpan | null) => void
  onSpan: (span: EditSpan) => void
}

/** Works on one series: chart and table for selecting a span, and the actions on it. */
export function Work({ data, loading, ofStation, zone, chosen, onChosen, onSpan }: Props) {
  const { t } = useText()
  const phone = useMedia(PHONE)
  const mayEdit = useCan('readings.edit')
  const fired = useFiredOfSeries(data.series, { from: data.from, to: data.to }, zone).data ?? []
  const [selection, select] = useState<Selection | null>(chosen && selectionOf(chosen))
  const span = selection && selectedSpan(selection)
  const trial = useTrial(data, span, { zone, ofStation })
  const whole = data.raw.raw && data.used.raw
  const rows = useMemo(
    () => (whole ? editRowsOf(fromColumn(data.raw), fromColumn(data.used), trial.next) : null),
    [data, whole, trial.next],
  )
  // Delays the address until the selection rests: browsers refuse to write it for every row of a drag.
  const reported = useRef(selection)
  useEffect(() => {
    if (reported.current === selection) return
    const id = setTimeout(() => {
      reported.current = selection
      onChosen(selection && selectedSpan(selection))
    }, SETTLED)
    return () => clearTimeout(id)
  }, [selection, onChosen])
  /** Snaps the selection to the readings in it, unless there are none. */
  const choose = useCallback(
    (to: EditSpan) => select(selectionOf(rows ? snapped(rows.t, to) : to)),
    [rows, select],
  )
  /** Moves to another place, which may lie outside the displayed span. */
  const goTo = (to: EditSpan) => {
    if (to.from < data.from || to.to > data.to) {
      const air = Math.max(HOUR, 0.25 * (to.to - to.from))
      onSpan({ from: to.from - air, to: to.to + air })
    }
    select(selectionOf({ from: Math.max(to.from, to.to - MAX), to: to.to }))
  }
  const empty = data.count === 0
  return (
    <div className={css.work}>
      <div className={css.chart}>
        <Suspense fallback={<Skeleton height={CHART} radius={0} aria-busy aria-label={t('edits.chart')} />}>
          <Chart
            data={data}
            next={trial.drawn}
            fired={fired}
            zone={zone}
            span={span}
            onSpan={choose}
            loading={loading}
            height={phone ? CHART - 40 : CHART}
          />
        </Suspense>
        <EditsLegend kind={data.kind} />
      </div>
      <EditsSide
        data={data}
        rows={rows}
        span={span}
        zone={zone}
        trial={trial}
        onSelect={(to) => select(to && selectionOf(to))}
        onGoTo={goTo}
      />
      <div className={css.below}>
        {trial.fresh && !trial.overtaken && trial.answer && <Impact answer={trial.answer} />}
        {empty ? (
          <Empty
            roomy
            icon="missing"
            title={t('edits.empty')}
            hint={t(mayEdit && data.editable ? 'edits.emptyHint' : 'edits.emptyHintView')}
          />
        ) : rows ? (
          <ReadingTable
            data={data}
            rows={rows}
            fired={fired}
            zone={zone}
            selection={selection}
            select={select}
          />
        ) : (
          <Empty
            icon="grid"
            title={t('edits.tooMany', { n: number(data.count, 0) })}
            hint={t('edits.tooManyHint')}
          >
            {span && span.from < span.to && (
              <Button variant="default" onClick={() => onSpan(span)}>
                {t('edits.showChosen')}
              </Button>
            )}
          </Empty>
        )}
      </div>
    </div>
  )
}

const CHART = 360
/** ms */
const SETTLED = 300
/** Longest span of an edit, ms. */
const MAX = 366 * DAY
