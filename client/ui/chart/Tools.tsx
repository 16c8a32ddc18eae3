import type { ReactNode } from 'react'
import css from './TimeChart.module.css'
import type { ChartTexts } from './types.ts'

interface Props {
  label: string
  texts: ChartTexts
  /** Where a span can be selected: zooms to it; absent: toggles the drag mode. */
  toSpan?: { disabled: boolean; run: () => void }
  selecting: { on: boolean; set: (on: boolean) => void }
  reset: { disabled: boolean; run: () => void }
  empty: boolean
  save: { png: () => void; svg: () => void; csv: () => void }
}

const SPAN = 'M1.500 1v10M12.500 1v10M4 6h6M5.500 4.500L4 6l1.500 1.500M8.500 4.500L10 6 8.500 7.500'
const TRAY = 'M6 1v6M3.500 5L6 7.500 8.500 5M1.500 8v3h9V8'

/** Tools of a chart: zoom in, reset, save. */
export function Tools({ label, texts, toSpan, selecting, reset, empty, save }: Props) {
  return (
    <div className={css.tools} role="group" aria-label={label}>
      {toSpan ? (
        <Tool
          words={texts.zoomToSpan}
          short={<Glyph width={14} d={SPAN} />}
          disabled={toSpan.disabled}
          run={toSpan.run}
        />
      ) : (
        <button type="button" aria-pressed={selecting.on} onClick={() => selecting.set(!selecting.on)}>
          {texts.select}
        </button>
      )}
      <button type="button" disabled={reset.disabled} onClick={reset.run}>
        {texts.reset}
      </button>
      {(['png', 'svg', 'csv'] as const).map((kind) => (
        <Tool
          key={kind}
          words={{ png: texts.savePng, svg: texts.saveSvg, csv: texts.saveCsv }[kind]}
          long={kind.toUpperCase()}
          short={
            <>
              {kind === 'png' && <Glyph width={12} d={TRAY} />}
              {kind.toUpperCase()}
            </>
          }
          disabled={empty}
          run={save[kind]}
        />
      ))}
    </div>
  )
}

function Glyph({ width, d }: { width: number; d: string }) {
  return (
    <svg width={width} height="12" viewBox={`0 0 ${width} 12`}>
      <path d={d} />
    </svg>
  )
}

/** Where the row is narrow, icon and file type say the same. */
function Tool({
  words,
  long = words,
  short,
  disabled,
  run,
}: {
  words: string
  long?: ReactNode
  short: ReactNode
  disabled: boolean
  run: () => void
}) {
  return (
    <button type="button" disabled={disabled} onClick={run} aria-label={words} title={words}>
      <span className={css.wide}>{long}</span>
      <span className={css.narrow} aria-hidden="true">
        {short}
      </span>
    </button>
  )
}
