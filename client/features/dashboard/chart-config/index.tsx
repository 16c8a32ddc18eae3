import { Button, SegmentedControl, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { useDisplaySettings, type DisplaySettings } from '../../../lib/display-settings.ts'
import { useReservoir } from '../../../lib/reservoir.ts'
import { useText } from '../../../lib/text/index.ts'
import { STANDARD, type Actions } from '../../../parts/time-chart/actions.ts'
import { ColorChoice } from '../../../parts/time-chart/color-choice.tsx'
import { Dialog } from '../../../ui/dialog/index.tsx'
import { Loaded } from '../../../ui/state.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { lineRowsOf, type LineRow } from '../chart-own.ts'
import { STANDARD_SETTINGS, withLine, type LineSettings, type AxisSide } from '../settings.ts'
import { useActions } from '../use-actions.ts'
import { useDashboardSettings } from '../use-settings.ts'
import textCss from '../../../ui/text.module.css'
import layoutCss from '../../../ui/layout.module.css'
import css from './chart-config.module.css'

/** Chart settings of an account, applied at once and kept in the browser. */
export default function ChartConfig({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const reservoir = useReservoir()
  const display = useDisplaySettings()
  const [actions, change] = useActions()
  const [settings, set] = useDashboardSettings()
  const [before] = useState({ actions, settings })
  const { topChart, subAxis, hidden } = actions
  const standard =
    JSON.stringify(settings) === JSON.stringify(STANDARD_SETTINGS) &&
    hidden === STANDARD.hidden &&
    topChart === STANDARD.topChart &&
    subAxis === STANDARD.subAxis
  const put = (a: Pick<Actions, 'topChart' | 'subAxis' | 'hidden'>, s: typeof settings) => {
    set(s)
    change({ topChart: a.topChart, subAxis: a.subAxis, hidden: a.hidden })
  }
  const touched =
    settings !== before.settings ||
    JSON.stringify([topChart, subAxis, hidden]) !==
      JSON.stringify([before.actions.topChart, before.actions.subAxis, before.actions.hidden])
  return (
    <Dialog
      panel
      opened
      title={t('chartConfig.title')}
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="subtle" disabled={standard} onClick={() => put(STANDARD, STANDARD_SETTINGS)}>
            {t('chartConfig.reset')}
          </Button>
          <Button variant="default" disabled={!touched} onClick={() => put(before.actions, before.settings)}>
            {t('chartConfig.undo')}
          </Button>
          <Button variant="default" onClick={close}>
            {t('act.close')}
          </Button>
        </>
      )}
    >
      <p className={textCss.hint}>{t('chartConfig.about')}</p>
      <Loaded query={reservoir} what={t('chartConfig.title')} height={520}>
        {(hydro) => hydro && <Lines hydro={hydro} display={display.data ?? null} />}
      </Loaded>
      <Panes actions={actions} change={change} />
      <section className={css.part} aria-labelledby="chart-config-panels">
        <h3 id="chart-config-panels">{t('chartConfig.panels')}</h3>
        {(['left', 'right'] as const).map((side) => {
          const other = side === 'left' ? 'right' : 'left'
          return (
            <Switch
              key={side}
              label={t(`chartConfig.${side}`)}
              description={settings[other] ? undefined : t('chartConfig.oneStays')}
              checked={settings[side]}
              disabled={!settings[other]}
              onChange={(e) => set({ ...settings, [side]: e.currentTarget.checked })}
            />
          )
        })}
      </section>
    </Dialog>
  )
}

function Panes({ actions, change }: { actions: Actions; change: (part: Partial<Actions>) => void }) {
  const { t, texts } = useText()
  return (
    <section className={css.part} aria-labelledby="chart-config-panes">
      <h3 id="chart-config-panes">{t('chartConfig.charts')}</h3>
      <div className={css.field}>
        <span id="chart-config-top">{t('chartConfig.top')}</span>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="chart-config-top"
          value={String(actions.topChart)}
          onChange={(v) => change({ topChart: Number(v) as Actions['topChart'] })}
          data={texts.chart.tops.map((label, i) => ({ value: String(i), label }))}
        />
      </div>
      <div className={css.field}>
        <span id="chart-config-rain">{t('chartConfig.rain')}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="chart-config-rain"
          value={String(actions.rainType)}
          onChange={(v) => change({ rainType: v === '1' ? 1 : 0 })}
          data={[
            { value: '0', label: t('dashboard.gauge') },
            { value: '1', label: t('dashboard.radar') },
          ]}
        />
      </div>
      <Switch
        label={t('chartConfig.sub')}
        checked={actions.subAxis === 1}
        onChange={(e) => change({ subAxis: e.currentTarget.checked ? 1 : 0 })}
      />
    </section>
  )
}

/** Settings of each line: colour, side, visibility, and whether they are the reservoir's or the account's own. */
function Lines({ hydro, display }: { hydro: Hydro; display: DisplaySettings | null }) {
  const { t, texts, language } = useText()
  const [actions, changeActions] = useActions()
  const [settings, set] = useDashboardSettings()
  const { topChart, subAxis, rainType, fullScale } = actions
  const rows = useMemo(
    () =>
      lineRowsOf({
        actions: { topChart, subAxis, rainType },
        hydro,
        display: display,
        texts,
        language,
        fullScale,
      }),
    [topChart, subAxis, rainType, fullScale, hydro, display, texts, language],
  )
  const usual = new Set(rows.filter((r) => r.hidden).map((r) => r.name as string))
  const hidden = new Set(actions.hidden ?? usual)

  function draw(row: LineRow, on: boolean) {
    const after = new Set(hidden)
    if (on) after.delete(row.name)
    else after.add(row.name)
    const same = after.size === usual.size && [...after].every((id) => usual.has(id))
    changeActions({ hidden: same ? null : [...after].sort() })
  }
  const change = (row: LineRow, part: LineSettings) => set(withLine(settings, row.name, part, row))
  const differs = (row: LineRow) =>
    settings.series[row.name] !== undefined || hidden.has(row.name) !== row.hidden

  return (
    <section className={css.part} aria-labelledby="chart-config-lines">
      <h3 id="chart-config-lines">{t('chartConfig.series')}</h3>
      <PlainTable
        className={css.table}
        labelledBy="chart-config-lines"
        rows={rows}
        rowKey={(row) => row.name}
        attributes={(row) => ({ 'data-own': differs(row) || undefined })}
        columns={[
          {
            id: 'name',
            head: t('chartConfig.column.name'),
            rowHeader: true,
            cell: (row) => (
              <span className={layoutCss.signLine}>
                <ColorChoice
                  label={row.label}
                  value={settings.series[row.name]?.color ?? row.color}
                  onChange={(color) => change(row, { color })}
                />
                <span>
                  {row.label}
                  <small title={differs(row) ? t('chartConfig.ownHint') : undefined}>
                    {t(differs(row) ? 'chartConfig.own' : 'chartConfig.ofReservoir')}
                  </small>
                </span>
              </span>
            ),
          },
          {
            id: 'axis',
            head: t('chartConfig.column.axis'),
            cell: (row) =>
              row.hanging ? (
                <small>{t('chartConfig.hanging')}</small>
              ) : (
                <SegmentedControl
                  size="xs"
                  aria-label={t('charts.side', { name: row.label })}
                  value={settings.series[row.name]?.axis ?? row.axis}
                  onChange={(axis) => change(row, { axis: axis as AxisSide })}
                  data={[
                    { value: 'left', label: t('charts.left') },
                    { value: 'right', label: t('charts.right') },
                  ]}
                />
              ),
          },
          {
            id: 'drawn',
            head: t('chartConfig.column.drawn'),
            cell: (row) => (
              <Switch
                aria-label={t('chartConfig.drawn', { name: row.label })}
                checked={!hidden.has(row.name)}
                onChange={(e) => draw(row, e.currentTarget.checked)}
              />
            ),
          },
        ]}
      />
      <p className={textCss.hint}>{t('chartConfig.reservoirHint')}</p>
    </section>
  )
}
