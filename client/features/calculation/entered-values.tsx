import { NOTHING, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import type { CalculationBody } from './entered.ts'
import type { Result } from './queries.ts'
import textCss from '../../ui/text.module.css'
import css from './runs.module.css'

interface Props {
  entered: Record<string, unknown> | null
  result: Result | null
}

/** Lists the values that a person entered in place of sensors, named as in the result. */
export function EnteredValues({ entered, result }: Props) {
  const { t, texts } = useText()
  const { levels, downstream, openings = [], powers = [] } = (entered ?? {}) as CalculationBody
  const nameOf = (id: string) => result?.outlets.find((o) => o.outlet_id === id)?.name ?? id
  const rows: { name: string; value: number; unit: string }[] = [
    ...(levels
      ? [
          { name: t('calculation.level1'), value: levels.start, unit: 'm' },
          { name: t('calculation.level2'), value: levels.end, unit: 'm' },
        ]
      : []),
    ...(downstream === undefined
      ? []
      : [{ name: t('calculation.downstream'), value: downstream, unit: 'm' }]),
    ...openings.map((o) => ({ name: nameOf(o.leaf_id), value: o.opening, unit: 'm' })),
    ...powers.map((p) => ({ name: nameOf(p.unit_id), value: p.power / 1000, unit: 'MW' })),
  ]
  if (rows.length === 0) return <p className={textCss.small}>{texts.runs.noGiven}</p>
  return (
    <PlainTable
      className={css.entered}
      headless
      rows={rows}
      rowKey={(r) => r.name}
      columns={[
        {
          id: 'name',
          head: null,
          rowHeader: true,
          cell: (r) => (
            <>
              <Icon name="edited" size={14} /> {r.name}
            </>
          ),
        },
        {
          id: 'value',
          head: null,
          cell: (r) => (Number.isFinite(r.value) ? number(r.value, 3) : NOTHING),
        },
        { id: 'unit', head: null, className: textCss.small, cell: (r) => r.unit },
      ]}
    />
  )
}
