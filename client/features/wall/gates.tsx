import { grade, STALE } from '#core/quality/index.ts'
import type { Outlet } from '#contract/dashboard.ts'
import { NOTHING, number, unit } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import { useHeldWords } from '../../parts/live-data/held.ts'
import { asComputed } from '../../parts/live-data/present.ts'
import { useOutlets } from '../../parts/live-data/queries.ts'
import { fold, isIdle } from './fold.ts'
import { useFit } from './use-fit.ts'
import css from './gates.module.css'

const EXHAUST = 2
/** Most rows legible from four metres, and the minimum. */
const ROWS = 9
const LEAST = 2

/** Gates and units with opening and discharge. If there are too many, those with the largest discharge, and sums. */
export function GatesPane() {
  const { t } = useText()
  const all = useOutlets().data?.map(asComputed)
  const held = useHeldWords(useZone())
  if (!all) return null
  const gates = all.filter((o) => o.category === EXHAUST && !o.total)
  const units = all.filter((o) => o.category !== EXHAUST)
  if (gates.length + units.length === 0) return <Empty icon="gate" title={t('wall.noGates')} />
  return (
    <div className={css.pane}>
      {gates.length > 0 && (
        <OutletList
          kind="gates"
          rows={gates}
          name={t('wall.gateName')}
          input={`${t('wall.opening')} (m)`}
          decimals={2}
        />
      )}
      {units.length > 0 && (
        <OutletList
          kind="units"
          rows={units}
          name={t('wall.unitName')}
          input={`${t('wall.power')} (MW)`}
          decimals={1}
        />
      )}
      {held && <p className={css.held}>{held}</p>}
    </div>
  )
}

interface OutletListProps {
  rows: Outlet[]
  name: string
  input: string
  decimals: number
  kind: 'gates' | 'units'
}

function OutletList({ rows, name, input, decimals, kind }: OutletListProps) {
  const { t, language } = useText()
  const { host, most } = useFit<HTMLDivElement>(ROWS)
  const { shown, folded, rest, ...all } = fold(rows, rows.length > most ? Math.max(LEAST, most - 2) : most)
  const flow = (q: number) => `${number(q, 1)} ${unit('flow', language)}`
  const counts = ({ busy, flow: q, unknown: dark, idle }: typeof rest) =>
    [
      busy > 0 && t(`wall.fold.${kind}`, { n: busy, flow: flow(q) }),
      dark > 0 && t('wall.fold.unknown', { n: dark }),
      idle > 0 && t(`wall.fold.${kind === 'gates' ? 'shut' : 'still'}`, { n: idle }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <div ref={host} className={css.list} data-folded={folded || undefined}>
      <PlainTable
        className={css.table}
        label={name}
        numberClass={css.number}
        caption={
          folded && (
            <caption>
              {t('wall.fold.of', { name, n: rows.length })}: <strong>{counts(all)}</strong>
            </caption>
          )
        }
        rows={shown}
        rowKey={(o) => o.outlet_id}
        attributes={(o) => {
          const old = grade(o.input_quality) === STALE || grade(o.quality) === STALE
          return { 'data-idle': isIdle(o) || undefined, 'data-old': old || undefined }
        }}
        columns={[
          {
            id: 'name',
            head: name,
            rowHeader: true,
            cell: (o) => (
              <>
                {o.name}
                <QualityMark q={Math.max(o.input_quality, o.quality)} />
              </>
            ),
          },
          {
            id: 'input',
            head: input,
            align: 'number',
            cell: (o) => (
              <>
                {o.input_unit === '-' ? NOTHING : number(o.input_value, decimals)}
                <OpeningBar value={o.input_value} max={o.input_max} />
              </>
            ),
          },
          {
            id: 'flow',
            head: `${t('wall.flow')} (${unit('flow', language)})`,
            align: 'number',
            cell: (o) => number(o.output_value, 1),
          },
        ]}
        foot={folded ? [{ content: t('wall.fold.rest', { what: counts(rest) }), span: 3 }] : undefined}
      />
    </div>
  )
}

function OpeningBar({ value, max }: { value: number | null; max: number | null }) {
  if (value === null || !max) return null
  return (
    <span className={css.bar} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.max(0, (100 * value) / max))}%` }} />
    </span>
  )
}
