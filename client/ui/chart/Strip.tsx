import type { StripItem, StripState } from './cursor.ts'
import { SIGNS } from './flags.ts'
import css from './TimeChart.module.css'
import type { ChartTexts } from './types.ts'

interface Props {
  state: StripState
  texts: ChartTexts
  onToggle: (id: string) => void
}

/** Values under the cursor, or the latest; also the legend: pressing one hides or shows its series. */
export function Strip({ state, texts, onToggle }: Props) {
  return (
    <div
      className={css.strip}
      data-latest={state.at === null || undefined}
      data-tall={state.past !== null || state.items.some((i) => i.series.band) || undefined}
    >
      <div className={css.when} title={`${state.date} ${state.clock}`.trim()}>
        <span className={css.name}>{state.at === null ? texts.latest : state.date}</span>
        <span className={css.reading}>
          <span className={css.clock}>{state.clock || '-'}</span>
          {state.at === null && <span className={css.unit}>{state.shortDate}</span>}
        </span>
        {state.past && (
          <span className={css.past} title={texts.comparedAt}>
            {state.past.date} {state.past.clock}
          </span>
        )}
      </div>
      {state.items.map((item) => (
        <Cell key={item.series.id} item={item} texts={texts} onToggle={onToggle} />
      ))}
    </div>
  )
}

function Cell({
  item,
  texts,
  onToggle,
}: {
  item: StripItem
  texts: ChartTexts
  onToggle: (id: string) => void
}) {
  const { series } = item
  // 'mm/30 min' is too long beside a value, so the length of a bar follows the name.
  const cut = item.unit.length > 6 ? item.unit.indexOf('/') : -1
  const [unit, per] = cut > 0 ? [item.unit.slice(0, cut), item.unit.slice(cut)] : [item.unit, '']
  const about = [series.name, item.hidden ? texts.hidden : '', item.since, item.band, item.note]
    .filter(Boolean)
    .join(' · ')
  return (
    <button
      type="button"
      className={css.cell}
      aria-pressed={!item.hidden}
      title={about}
      onClick={() => onToggle(series.id)}
    >
      <span className={css.name}>
        <Swatch series={series} hidden={item.hidden} />
        <span className={css.nameText}>{series.name}</span>
        {per && !item.hidden && <span className={css.per}>{per}</span>}
      </span>
      <span className={css.reading} data-late={item.since !== '' || undefined}>
        {item.hidden ? (
          <span className={css.unit}>{texts.hidden}</span>
        ) : (
          <>
            <span className={css.value}>{item.value}</span>
            {SIGNS[item.grade] && (
              <svg className={css.sign} width="10" height="10" aria-hidden="true">
                <path d={SIGNS[item.grade]} />
              </svg>
            )}
            <span className={css.unit} data-long={unit.length > 6 || undefined}>
              {item.since === '' ? unit : item.since}
            </span>
          </>
        )}
      </span>
      {item.past ? (
        <span className={css.past}>
          <Swatch series={item.past.series} />
          {item.past.value}
          {SIGNS[item.past.grade] && (
            <svg className={css.sign} width="10" height="10" aria-hidden="true">
              <path d={SIGNS[item.past.grade]} />
            </svg>
          )}
        </span>
      ) : (
        item.band && (
          <span className={css.past} data-band>
            {item.band}
          </span>
        )
      )}
    </button>
  )
}

/** Sample of the line or bar. */
function Swatch({ series, hidden = false }: { series: StripItem['series']; hidden?: boolean }) {
  const color = `var(--${series.color})`
  return (
    <svg
      className={css.swatch}
      width="14"
      height="10"
      aria-hidden="true"
      opacity={hidden ? 0.4 : (series.opacity ?? 1)}
    >
      {series.kind === 'bars' ? (
        <path
          d="M1 0h3v9H1zM6 0h3v5H6zM11 0h3v7h-3z"
          style={series.of === undefined ? { fill: color } : { fill: 'none', stroke: color }}
        />
      ) : (
        <path
          d={series.kind === 'line' ? 'M0 5H14' : 'M0 8H5V2H14'}
          fill="none"
          strokeWidth={series.of === undefined ? 2 : 1}
          strokeDasharray={series.dashed ? '4 2' : undefined}
          style={{ stroke: color }}
        />
      )}
    </svg>
  )
}
