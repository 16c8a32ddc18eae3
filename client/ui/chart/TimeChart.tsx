import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { toCsv } from './csv.ts'
import { spoken } from './cursor.ts'
import { Engine } from './engine.ts'
import type { EngineProps } from './engine.ts'
import { dateTime } from './format.ts'
import { listen } from './gestures.ts'
import { framed } from './picture.ts'
import { download, fileName } from './save.ts'
import { Strip } from './Strip.tsx'
import { summary } from './summary.ts'
import css from './TimeChart.module.css'
import type { ChartTexts, Language, Pane, RangeCause, TimeRange } from './types.ts'

export interface TimeChartProps {
  panes: Pane[]
  /** Range to show, epoch ms. */
  from: number
  to: number
  /** IANA zone of the plant. */
  zone: string
  language: Language
  /** Accessible name, and the name of saved files. */
  label: string
  texts: ChartTexts
  /** The reader has changed the range, 250 ms ago: time to fetch its detail. */
  onRange?: (from: number, to: number, cause: RangeCause) => void
  /** The range slides on with time; a reader who has zoomed in stays where they are. */
  live?: boolean
  /** Where a reset goes, when `from` and `to` follow onRange; else it goes to the range last given. */
  home?: TimeRange
  /** Nothing before or after can be looked at. */
  limits?: TimeRange
  /** The present instant: drawn as a line, and steps are carried up to it. */
  now?: number
  /** Why there is nothing to see. */
  emptyText?: string
  loading?: boolean
  /** The span that is chosen, and what hears of another: then a drag chooses one instead of panning. */
  span?: TimeRange | null
  onSpan?: (span: TimeRange) => void
  /** What else is said of the range, at the left of the tools' row. */
  aside?: ReactNode
  /** Height in px; absent: that of the parent. */
  height?: number
}

const RATIO = 2

function initiallyHidden(panes: Pane[]): Set<string> {
  return new Set(panes.flatMap((p) => p.series.filter((s) => s.hidden).map((s) => s.id)))
}

/** Panes of series over one time axis, with the values under the cursor in a strip above. */
export function TimeChart(props: TimeChartProps) {
  const { panes, from, to, zone, language, texts, label, live = false, now, limits, home, onRange } = props
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => initiallyHidden(panes))
  const [selecting, setSelecting] = useState(false)
  const [box, setBox] = useState<{ from: number; to: number } | null>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const plot = useRef<HTMLDivElement>(null)
  const select = useRef(selecting)
  useLayoutEffect(() => {
    select.current = selecting
  }, [selecting])
  const id = useId()

  const given: EngineProps = {
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
  }
  const [engine] = useState(() => new Engine(given))
  const state = useSyncExternalStore(engine.subscribe, engine.snapshot, engine.snapshot)

  useLayoutEffect(() => {
    engine.mount(canvas.current!)
    const sizes = new ResizeObserver(() => engine.resize())
    sizes.observe(canvas.current!)
    const themes = new MutationObserver(() => engine.restyle())
    themes.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-mantine-color-scheme', 'data-edition', 'class', 'style'],
    })
    // Widths of labels were measured with whatever face was there.
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
  }, [engine])

  const colors = panes.flatMap((p) => p.series.map((s) => s.color)).join()
  const first = useRef(true)
  useLayoutEffect(() => {
    if (!first.current) engine.restyle()
    first.current = false
  }, [engine, colors])
  useLayoutEffect(() => {
    engine.update(given)
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
  ])

  const toggle = useCallback((series: string) => {
    setHidden((before) => {
      const after = new Set(before)
      if (!after.delete(series)) after.add(series)
      return after
    })
  }, [])

  const stamp = () => dateTime(state.view.to, zone, 'en')
  const savePng = () => {
    const picture = engine.picture(RATIO)
    if (!picture) return
    const range = `${dateTime(state.view.from, zone, language)} - ${dateTime(state.view.to, zone, language)} (${zone})`
    framed(picture.canvas, { title: label, range }, engine.shown(), { ...picture, ratio: RATIO }).toBlob(
      (blob) => {
        if (blob) download(blob, fileName(label, stamp(), 'png'))
      },
      'image/png',
    )
  }
  const saveCsv = () => {
    // The mark tells spreadsheets that the names are UTF-8.
    const text = `\uFEFF${toCsv(engine.shown(), state.view, zone, texts)}`
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName(label, stamp(), 'csv'))
  }

  const words = useMemo(
    () =>
      summary(
        panes.flatMap((p) => p.series.filter((s) => !hidden.has(s.id))),
        state.view,
        zone,
        language,
        texts,
      ),
    [panes, hidden, state.view, zone, language, texts],
  )
  const empty = state.drawn && state.points === 0
  const { strip, cursor } = state

  return (
    <figure
      className={css.chart}
      aria-label={label}
      aria-busy={props.loading || undefined}
      data-ready={state.drawn ? 'true' : 'false'}
      data-points={state.points}
      style={props.height ? { height: props.height } : undefined}
    >
      <div className={css.bar}>
        {props.aside && <div className={css.aside}>{props.aside}</div>}
        <p className={css.notes} title={strip.notes.join('\n')}>
          {strip.notes.join(' · ')}
        </p>
        <div className={css.tools} role="group" aria-label={label}>
          {props.onSpan ? (
            <button
              type="button"
              disabled={!props.span}
              onClick={() => engine.zoomToSpan()}
              aria-label={texts.zoomToSpan}
              title={texts.zoomToSpan}
            >
              <span className={css.wide}>{texts.zoomToSpan}</span>
              <span className={css.narrow} aria-hidden="true">
                <svg width="14" height="12" viewBox="0 0 14 12">
                  <path d="M1.500 1v10M12.500 1v10M4 6h6M5.500 4.500L4 6l1.500 1.500M8.500 4.500L10 6 8.500 7.500" />
                </svg>
              </span>
            </button>
          ) : (
            <button type="button" aria-pressed={selecting} onClick={() => setSelecting(!selecting)}>
              {texts.select}
            </button>
          )}
          <button type="button" disabled={!state.zoomed} onClick={() => engine.reset()}>
            {texts.reset}
          </button>
          <Save words={texts.savePng} short="PNG" disabled={empty} onSave={savePng} />
          <Save words={texts.saveCsv} short="CSV" disabled={empty} onSave={saveCsv} />
        </div>
      </div>
      <Strip state={strip} texts={texts} onToggle={toggle} />
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
        aria-valuetext={spoken(strip)}
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
          <div className={css.cursor} style={{ transform: `translateX(${cursor.x}px)` }} aria-hidden="true">
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
        {props.loading && <div className={css.loading}>{texts.loading}</div>}
        {empty && !props.loading && (
          <div className={css.empty}>
            <span>{props.emptyText ?? texts.noData}</span>
          </div>
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

/** Where the row is narrow, an arrow into a tray and the kind of file say the same. */
function Save({
  words,
  short,
  disabled,
  onSave,
}: {
  words: string
  short: string
  disabled: boolean
  onSave: () => void
}) {
  return (
    <button type="button" disabled={disabled} onClick={onSave} aria-label={words} title={words}>
      <span className={css.wide}>{words}</span>
      <span className={css.narrow} aria-hidden="true">
        <svg width="12" height="12" viewBox="0 0 12 12">
          <path d="M6 1v6M3.500 5L6 7.500 8.500 5M1.500 8v3h9V8" />
        </svg>
        {short}
      </span>
    </button>
  )
}
