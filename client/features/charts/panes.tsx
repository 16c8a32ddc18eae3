import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { VIEW_LIMITS, type ChartView, type DrawnSeries, type ViewPane } from '#contract/views.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { ColorChoice } from '../../parts/time-chart/color-choice.tsx'
import { AddButton } from '../../ui/page/index.tsx'
import {
  addPane,
  addSeries,
  changeSeries,
  countOf,
  movePane,
  moveSeries,
  putSide,
  removePane,
  removeSeries,
  setPair,
} from './change.ts'
import css from './charts.module.css'
import { screenOf } from './model.ts'
import { SeriesPicker } from './picker.tsx'
import type { SeriesList } from './use-series.ts'

interface Props {
  view: ChartView
  list: SeriesList
  /** Whether the names are loaded: then a series that is not among them no longer exists. */
  known: boolean
  change: (next: ChartView) => void
}

/** Editor of the panes and their series. */
export function Panes(props: Props) {
  const { view, change } = props
  const { t } = useText()
  const more = view.panes.length < VIEW_LIMITS.panes
  return (
    <section className={css.panes} aria-label={t('charts.setUp')}>
      <ol className={css.list}>
        {view.panes.map((pane, at) => (
          <li key={at} className={css.pane} aria-label={t('charts.pane', { n: at + 1 })}>
            <Head {...props} pane={pane} at={at} />
            {pane.kind === 'time' ? (
              <TimePane {...props} pane={pane} at={at} />
            ) : (
              <PairPane {...props} pane={pane} at={at} />
            )}
          </li>
        ))}
      </ol>
      <div className={css.addPanes}>
        <AddButton
          label={t('charts.addPane')}
          size="compact-sm"
          variant="default"
          disabled={!more}
          onClick={() => change(addPane(view, 'time'))}
        />
        <AddButton
          label={t('charts.addPair')}
          size="compact-sm"
          variant="default"
          disabled={!more}
          onClick={() => change(addPane(view, 'xy'))}
        />
      </div>
    </section>
  )
}

function Head({ view, change, pane, at }: Props & { pane: ViewPane; at: number }) {
  const { t } = useText()
  const n = at + 1
  return (
    <div className={css.head}>
      <h3>
        {t('charts.pane', { n })}
        {pane.kind === 'xy' && <span>{t('charts.pair')}</span>}
      </h3>
      <Act
        icon="rising"
        label={t('charts.up', { n })}
        disabled={at === 0}
        run={() => change(movePane(view, at, -1))}
      />
      <Act
        icon="falling"
        label={t('charts.down', { n })}
        disabled={n === view.panes.length}
        run={() => change(movePane(view, at, 1))}
      />
      <Act icon="close" label={t('charts.removePane', { n })} run={() => change(removePane(view, at))} />
    </div>
  )
}

function Act(props: {
  icon: Parameters<typeof Icon>[0]['name']
  label: string
  disabled?: boolean
  pressed?: boolean
  run: () => void
}) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.run}
    >
      <Icon name={props.icon} size={16} />
    </ActionIcon>
  )
}

function TimePane({
  view,
  list,
  known,
  change,
  pane,
  at,
}: Props & { pane: Extract<ViewPane, { kind: 'time' }>; at: number }) {
  const { t } = useText()
  const codes = new Set(pane.series.map((s) => s.code))
  const full =
    countOf(view) >= VIEW_LIMITS.series
      ? t('charts.full', { max: VIEW_LIMITS.series })
      : pane.series.length >= VIEW_LIMITS.ofPane
        ? t('charts.fullPane', { max: VIEW_LIMITS.ofPane })
        : null
  return (
    <>
      {pane.series.length === 0 && <p className={css.note}>{t('charts.paneEmpty')}</p>}
      <ul>
        {pane.series.map((s) => (
          <Row key={s.code} view={view} list={list} known={known} change={change} series={s} at={at} />
        ))}
      </ul>
      <SeriesPicker
        list={list}
        chosen={codes}
        full={full}
        onPick={(code) =>
          change(codes.has(code) ? removeSeries(view, at, code) : addSeries(view, code, at, list.units))
        }
      >
        {({ toggle, opened }) => (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Icon name="plus" size={14} />}
            aria-label={t('charts.addTo', { n: at + 1 })}
            aria-expanded={opened}
            onClick={toggle}
          >
            {t('charts.add')}
          </Button>
        )}
      </SeriesPicker>
    </>
  )
}

function Row({ view, list, known, change, series: s, at }: Props & { series: DrawnSeries; at: number }) {
  const { t, language } = useText()
  const of = list.byCode.get(s.code)
  const name = of?.label ?? s.code
  const others = view.panes.flatMap((p, i) => (i !== at && p.kind === 'time' ? [i] : []))
  return (
    <li className={css.row} data-hidden={s.hidden || undefined}>
      <ColorChoice
        label={name}
        value={s.color}
        onChange={(color) => change(changeSeries(view, at, s.code, { color }))}
      />
      <span className={css.name} title={s.code}>
        {name}
      </span>
      <Act
        icon={s.hidden ? 'eyeOff' : 'eye'}
        label={t(s.hidden ? 'charts.show' : 'charts.hide', { name })}
        run={() => change(changeSeries(view, at, s.code, { hidden: !s.hidden }))}
      />
      <Act
        icon="close"
        label={t('charts.remove', { name })}
        run={() => change(removeSeries(view, at, s.code))}
      />
      <span className={css.unit}>
        {of ? screenOf(of.unit, language).unit : known ? t('charts.gone') : ''}
      </span>
      <SegmentedControl
        size="xs"
        className={css.side}
        aria-label={t('charts.side', { name })}
        title={t('charts.sideHint')}
        value={s.side}
        onChange={(side) => change(putSide(view, at, s.code, side as DrawnSeries['side'], list.units))}
        data={[
          { value: 'left', label: t('charts.left') },
          { value: 'right', label: t('charts.right') },
        ]}
      />
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('charts.more', { name })}
            title={t('charts.more', { name })}
          >
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((to) => (
            <Menu.Item key={to} onClick={() => change(moveSeries(view, at, s.code, to, list.units))}>
              {t('charts.moveTo', { n: to + 1 })}
            </Menu.Item>
          ))}
          <Menu.Item
            disabled={view.panes.length >= VIEW_LIMITS.panes}
            onClick={() => change(moveSeries(view, at, s.code, view.panes.length, list.units))}
          >
            {t('charts.moveNew')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function PairPane({
  view,
  list,
  known,
  change,
  pane,
  at,
}: Props & { pane: Extract<ViewPane, { kind: 'xy' }>; at: number }) {
  const { t } = useText()
  return (
    <>
      <p className={css.note}>{t('charts.pairHint')}</p>
      {(['x', 'y'] as const).map((side) => {
        const code = pane[side]
        const name =
          code === null
            ? t('charts.pickSeries')
            : (list.byCode.get(code)?.label ?? (known ? `${code}: ${t('charts.gone')}` : code))
        return (
          <div key={side} className={css.pick}>
            <span className={css.label}>{t(`charts.${side}`)}</span>
            <SeriesPicker
              single
              list={list}
              chosen={new Set(code === null ? [] : [code])}
              onPick={(picked) => change(setPair(view, at, { [side]: picked }))}
            >
              {({ toggle, opened }) => (
                <Button
                  size="sm"
                  variant="default"
                  fullWidth
                  justify="space-between"
                  rightSection={<Icon name="down" size={12} />}
                  aria-label={`${t(`charts.${side}`)}: ${name}`}
                  aria-expanded={opened}
                  onClick={toggle}
                >
                  {name}
                </Button>
              )}
            </SeriesPicker>
          </div>
        )
      })}
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={pane.x === null && pane.y === null}
        leftSection={<Icon name="swap" size={14} />}
        onClick={() => change(setPair(view, at, { x: pane.y, y: pane.x }))}
      >
        {t('charts.swap')}
      </Button>
    </>
  )
}
