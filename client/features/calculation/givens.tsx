import { NOTHING, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import type { Body } from './given.ts'
import type { Result } from './queries.ts'
import css from './runs.module.css'

/** What a person said in the place of sensors, with names as they are in the result. */
export function Givens({ given, result }: { given: Record<string, unknown> | null; result: Result | null }) {
  const { t, texts } = useText()
  const { levels, downstream, openings = [], powers = [] } = (given ?? {}) as Body
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
  if (rows.length === 0) return <p className={css.small}>{texts.runs.noGiven}</p>
  return (
    <table className={css.givens}>
      <tbody>
        {rows.map((r) => (
          <tr key={r.name}>
            <th scope="row">
              <Icon name="edited" size={14} /> {r.name}
            </th>
            <td>{Number.isFinite(r.value) ? number(r.value, 3) : NOTHING}</td>
            <td className={css.small}>{r.unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
