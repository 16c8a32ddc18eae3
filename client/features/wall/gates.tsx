import { grade, STALE } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'
import { NOTHING, number, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { unknown, useOutlets } from '../dashboard/parts/index.ts'
import css from './gates.module.css'

const EXHAUST = 2
/** So many stand under each other and are still read from four metres. */
const ROWS = 9

/** Every gate and unit: how far open, how much it passes. Where they are too many, those at work stand first. */
export function GatesPane() {
  const { t } = useText()
  const all = useOutlets().data
  if (!all) return null
  const gates = all.filter((o) => o.category === EXHAUST && !o.total)
  const units = all.filter((o) => o.category !== EXHAUST)
  if (gates.length + units.length === 0) return <Empty icon="gate" title={t('wall.noGates')} />
  return (
    <div className={css.pane}>
      {gates.length > 0 && (
        <List rows={gates} name={t('wall.gateName')} input={`${t('wall.opening')} (m)`} decimals={2} />
      )}
      {units.length > 0 && (
        <List rows={units} name={t('wall.unitName')} input={`${t('wall.power')} (MW)`} decimals={1} />
      )}
    </div>
  )
}

const idle = (o: Outlet) => (o.input_value ?? 0) === 0 && (o.output_value ?? 0) === 0 && !unknown(o.quality)

function List(given: { rows: Outlet[]; name: string; input: string; decimals: number }) {
  const { t, language } = useText()
  const { rows, name, input, decimals } = given
  // Those that stand still give way; what is open, runs or is not known never does.
  const many = rows.length > ROWS
  const busy = rows.filter((o) => !idle(o))
  const shown = many ? [...busy, ...rows.filter(idle)].slice(0, Math.max(ROWS - 1, busy.length)) : rows
  const rest = rows.length - shown.length
  return (
    <table className={css.table} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col" className={css.number}>
            {input}
          </th>
          <th scope="col" className={css.number}>
            {t('wall.flow')} ({unit('flow', language)})
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((o) => {
          const old = grade(o.input_quality) === STALE || grade(o.quality) === STALE
          return (
            <tr key={o.outlet_id} data-idle={idle(o) || undefined} data-old={old || undefined}>
              <th scope="row">
                {o.name}
                <QualityMark q={Math.max(o.input_quality, o.quality)} />
              </th>
              <td className={css.number}>
                {o.input_unit === '-' ? NOTHING : number(o.input_value, decimals)}
                <Bar value={o.input_value} max={o.input_max} />
              </td>
              <td className={css.number}>{number(o.output_value, 1)}</td>
            </tr>
          )
        })}
      </tbody>
      {rest > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3}>{t('wall.more', { n: rest })}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Bar({ value, max }: { value: number | null; max: number | null }) {
  if (value === null || !max) return null
  return (
    <span className={css.bar} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.max(0, (100 * value) / max))}%` }} />
    </span>
  )
}
