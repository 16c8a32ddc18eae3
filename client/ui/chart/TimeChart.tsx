import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { spokenText } from './cursor.ts'
import { ChartEngine } from './engine.ts'
import type { EngineProps } from './engine.ts'
import { saveCsv, savePng, saveSvg } from './files.ts'
import { listen } from './gestures.ts'
import { Marks } from './Marks.tsx'
import { shownSeries } from './geometry.ts'
import { Strip } from './Strip.tsx'
import { summary } from './summary.ts'
import { ChartTable } from './Table.tsx'
import css from './TimeChart.module.css'
import { chartTexts } from './texts.ts'
import { Tools } from './Tools.tsx'
import type { ChartMark, Pane, RangeCause, StepKind, TimeRange } from './types.ts'

interface TimeChartProps {
  panes: Pane[]
  /** Range to show, epoch ms. */
  from: number
  to: number
  /** IANA zone of the plant. */
  zone: string
  /** Accessible name, and the name of saved files. */
  label: string
  /** Called 250 ms after the user changed the range, to fetch its detail. */
  onRange?: (from: number, to: number, cause: RangeCause) => void
  /** The range slides with time; a user who has zoomed in stays in place. */
  live?: boolean
  /** Range of a reset, when `from` and `to` follow onRange; default: the range passed last. */
  home?: TimeRange
  /** Limits of the range. */
  limits?: TimeRange
  /** The present instant: drawn as a line, and steps extend to it. */
  now?: number
  /** Why there are no data. */
  emptyText?: string
  loading?: boolean
  /** The selected span and its setter: with it, dragging selects instead of panning. */
  span?: TimeRange | null
  onSpan?: (span: TimeRange) => void
  /** Hidden series, as controlled state; absent: the chart keeps them, starting with what is `hidden`. */
  hidden?: ReadonlySet<string>
  onHidden?: (hidden: ReadonlySet<string>) => void
  /** Called when a mark with a path is pressed. */
  onMark?: (mark: ChartMark) => void
  /** Whether values are shown as a table beside the chart. */
  table?: boolean
  /** What a row of the table is, where series have `steps`. */
  step?: StepKind
  /** Charts of a group share their cursor, and move together while they show the same range. */
  group?: string
  /** Additional text about the range, at the left of the tool row. */
  aside?: ReactNode
  /** Read only, at this factor of enlargement: sharp at that size, without tools. */
  still?: number
  /** Height in px, at least that of several panes; absent: that of the parent. */
  height?: number
}

/** Minimum height of several panes, px, with their names and the time axis. */
const PANE = 100
const TIMES = 60

/** Texts that come from the series themselves. */
export function initiallyHidden(panes: Pane[]): Set<string> {
  return new Set(panes.flatMap((p) => p.series.filter((s) => s.hidden).map((s) => s.id)))
}

/** Panes of series over one time axis, with the values under the cursor in a strip above. */
export function TimeChart(props: TimeChartProps) {
  const { panes, from, to, zone, label, live = false, now, limits, home, onRange } = props
  const { onHidden } = props
  const { texts: all, language } = useText()
  const texts = useMemo(() => chartTexts(all), [all])
  const [own, setOwn] = useState<ReadonlySet<string>>(() => initiallyHidden(panes))
  const hidden = props.hidden ?? own
  const [selecting, setSelecting] = useState(false)
  const [box, setBox] = useState<{ from: number; to: number } | null>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const plot = useRef<HTMLDivElement>(null)
  const select = useRef(selecting)
  useLayoutEffect(() => {
    select.current = selecting
  }, [selecting])
  const id = useId()
  const sharpness = props.still ?? 1

  const engineProps: EngineProps = {
    panes,
    from,
    to,
    zone,
    language,
    texts,
    live,
    now,
    limits,
    home,
    hidden,
    onRange,
    span: props.span,
    onSpan: props.onSpan,
    group: props.group,
  }
  const [engine] = useState(() => new ChartEngine(engineProps))
  const state = useSyncExternalStore(engine.subscribe, engine.snapshot, engine.snapshot)

  useLayoutEffect(() => {
    engine.mount(canvas.current!, sharpness)
    const sizes = new ResizeObserver(() => engine.resize())
    sizes.observe(canvas.current!)
    const themes = new MutationObserver(() => engine.restyle())
    themes.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-mantine-color-scheme', 'data-edition', 'class', 'style'],
    })
    // Label widths were measured before the font had loaded.
    let mounted = true
    void document.fonts?.ready.then(() => mounted && engine.restyle())
    const off = listen(plot.current!, engine, {
      selecting: () => select.current,
      onSelected: () => setSelecting(false),
      onBox: setBox,
    })
    return () => {
      mounted = false
      off()
      themes.disconnect()
      sizes.disconnect()
      engine.unmount()
    }
  }, [engine, sharpness])

  useLayoutEffect(() => {
    engine.update(engineProps)
  }, [
    engine,
    panes,
    from,
    to,
    zone,
    language,
    texts,
    live,
    now,
    limits?.from,
    limits?.to,
    home?.from,
    home?.to,
    hidden,
    onRange,
    props.span?.from,
    props.span?.to,
    props.onSpan,
    props.group,
  ])
  // After the update: the colours are those of the series that are shown now.
  const colors = panes.flatMap((p) => p.series.map((s) => s.color)).join()
  const first = useRef(true)
  useLayoutEffect(() => {
    if (!first.current) engine.restyle()
    first.current = false
  }, [engine, colors])

  const toggle = useCallback(
    (series: string) => {
      const after = new Set(hidden)
      if (!after.delete(series)) after.add(series)
      setOwn(after)
      onHidden?.(after)
    },
    [hidden, onHidden],
  )
  const pointAt = useCallback((at: number | null) => engine.pointer.pointAt(at), [engine])
  const move = useCallback((steps: number) => engine.pointer.move(steps), [engine])

  const about = { label, view: state.view, zone, language, texts, hidden, now }
  const save = {
    png: () => savePng(engine, about),
    svg: () => void saveSvg(engine, about),
    csv: () => saveCsv(engine, about),
  }
  const shown = useMemo(() => panes.flatMap((p) => shownSeries(p, hidden)), [panes, hidden])

  const words = useMemo(
    () =>
      summary(
        shown.filter((s) => s.of === undefined),
        state.view,
        zone,
        language,
        texts,
      ),
    [shown, state.view, zone, language, texts],
  )
  const empty = state.drawn && state.points === 0
  const { strip, cursor } = state
  const several = panes.length > 1

  return (
    <figure
      className={css.chart}
      aria-label={label}
      aria-busy={props.loading || undefined}
      data-ready={state.drawn ? 'true' : 'false'}
      data-points={state.points}
      style={
        props.height
          ? several
            ? { height: 'auto', minHeight: props.height }
            : { height: props.height }
          : undefined
      }
    >
      <div className={css.bar} hidden={props.still !== undefined && strip.notes.length === 0}>
        {props.aside && <div className={css.aside}>{props.aside}</div>}
        <p className={css.notes} title={strip.notes.join('\n')}>
          {strip.notes.join(' · ')}
        </p>
        {props.still === undefined && (
          <Tools
            label={label}
            texts={texts}
            toSpan={props.onSpan && { disabled: !props.span, run: () => engine.pointer.zoomToSpan() }}
            selecting={{ on: selecting, set: setSelecting }}
            reset={{ disabled: !state.zoomed, run: () => engine.viewport.reset() }}
            empty={empty}
            save={save}
          />
        )}
      </div>
      <Strip state={strip} texts={texts} onToggle={toggle} />
      <div
        className={css.body}
        data-table={props.table || undefined}
        style={props.height && several ? { minHeight: TIMES + PANE * panes.length } : undefined}
      >
        <div className={css.stage}>
          <div
            ref={plot}
            className={css.plot}
            data-selecting={selecting || undefined}
            tabIndex={0}
            role="slider"
            aria-label={texts.cursor}
            aria-valuemin={state.view.from}
            aria-valuemax={state.view.to}
            aria-valuenow={Math.min(state.view.to, Math.max(state.view.from, strip.at ?? state.view.to))}
            aria-valuetext={spokenText(strip, texts.compared)}
            aria-describedby={id}
          >
            <div ref={canvas} className={css.canvas} aria-hidden="true" />
            {state.span && !box && (
              <div
                className={css.span}
                style={{ left: state.span.left, width: state.span.width, height: state.span.bottom }}
                data-from={state.span.from || undefined}
                data-to={state.span.to || undefined}
                aria-hidden="true"
              />
            )}
            {cursor && (
              <div
                className={css.cursor}
                style={{ transform: `translateX(${cursor.x}px)` }}
                aria-hidden="true"
              >
                <i style={{ top: cursor.top, height: cursor.bottom - cursor.top }} />
              </div>
            )}
            {cursor?.dots.map((d, i) => (
              <b
                key={i}
                className={css.dot}
                style={{ transform: `translate(${d.x}px, ${d.y}px)`, background: `var(--${d.color})` }}
                aria-hidden="true"
              />
            ))}
            {box && (
              <div
                className={css.box}
                style={{ left: Math.min(box.from, box.to), width: Math.abs(box.to - box.from) }}
              />
            )}
            {state.box && !box && (
              <div
                className={css.box}
                style={{ left: state.box.left, width: state.box.width }}
                aria-hidden="true"
              />
            )}
            {props.loading && <div className={css.loading}>{texts.loading}</div>}
            {empty && !props.loading && (
              <div className={css.empty}>
                <span>{props.emptyText ?? texts.noData}</span>
              </div>
            )}
          </div>
          <Marks
            marks={state.marks}
            y={state.marksAt}
            width={state.width}
            zone={zone}
            language={language}
            texts={texts}
            onMark={props.onMark}
            onPoint={pointAt}
          />
        </div>
        {props.table && (
          <ChartTable
            key={props.step ?? 'entries'}
            series={shown}
            view={state.view}
            zone={zone}
            language={language}
            texts={texts}
            now={now}
            step={props.step}
            at={strip.at}
            onPoint={pointAt}
            onMove={move}
          />
        )}
      </div>
      <div id={id} className={css.unseen}>
        {words.map((line, i) => (
          <p key={i}>{line}</p>
        ))}
      </div>
    </figure>
  )
}
