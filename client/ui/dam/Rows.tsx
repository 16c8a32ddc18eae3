import { chartNumber } from '../chart/format.ts'
import css from './DamSection.module.css'
import { openShare, passes, total } from './section.ts'
import type { DamGate, DamLabels, DamUnit } from './types.ts'

/** Number of items above which they are drawn as one row of small bars. */
const SINGLE = 8

interface Item {
  id: string
  name: string
  /** 0 to 1; null: unknown. */
  share: number | null
  active: boolean
  text: string
  q: number | null
}

interface GateRowsProps {
  heading: string
  gates: DamGate[]
  labels: DamLabels
  /** Only the heading with its sum. */
  sums: boolean
}

export function GateRows({ heading, gates, labels, sums }: GateRowsProps) {
  if (gates.length === 0) return null
  const items = gates.map((g): Item => {
    const share = openShare(g)
    return { ...g, share, active: passes(g) }
  })
  const open = items.filter((i) => i.active).length
  const sum = `${chartNumber(total(items.map((i) => i.q)), 1)} ${labels.flowUnit}`
  const count = `${open}/${items.length} ${labels.open}`
  const unknown = items.filter((i, k) => i.q === null && (i.share === null || gates[k].type === 1)).length
  const head = <Head heading={heading} count={count} unknown={missingText(unknown, labels)} sum={sum} />
  return (
    <section className={css.group}>
      {head}
      {sums ? null : items.length > SINGLE ? (
        <Many items={items} />
      ) : (
        <ul className={css.cells}>
          {items.map((i, k) => (
            <li key={i.id} className={css.cell} title={`${i.name} · ${i.text}`}>
              <span className={css.name}>{i.name}</span>
              <Leaf share={i.share} active={i.active} free={gates[k].type === 1} />
              <span className={css.words}>
                {(i.text || i.share === null) && <span className={css.main}>{i.text || '-'}</span>}
                <span className={css.small}>
                  {chartNumber(i.q, 1)} {labels.flowUnit}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function UnitRows({ units, labels, sums }: { units: DamUnit[]; labels: DamLabels; sums: boolean }) {
  if (units.length === 0) return null
  const items = units.map((u): Item => {
    const share = u.mw === null ? null : Math.max(0, Math.min(1, u.mwMax > 0 ? u.mw / u.mwMax : 0))
    return { ...u, share, active: (u.mw ?? u.q ?? 0) > 0 }
  })
  const running = items.filter((i) => i.active).length
  const sum = `${chartNumber(total(units.map((u) => u.mw)), 1)} ${labels.powerUnit}`
  return (
    <section className={css.group}>
      <Head
        heading={labels.units}
        count={`${running}/${items.length} ${labels.running}`}
        unknown={missingText(items.filter((i) => i.share === null && i.q === null).length, labels)}
        sum={sum}
      />
      {sums ? null : items.length > SINGLE ? (
        <Many items={items} />
      ) : (
        <ul className={css.cells}>
          {items.map((i) => (
            <li key={i.id} className={css.cell} title={`${i.name} · ${i.text}`}>
              <span className={css.words}>
                <span className={css.name}>{i.name}</span>
                <span className={css.main}>{i.text || '-'}</span>
                <span className={css.track} data-missing={i.share === null || undefined}>
                  <span style={{ width: `${(i.share ?? 0) * 100}%` }} />
                </span>
                <span className={css.small}>
                  {chartNumber(i.q, 1)} {labels.flowUnit}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Number of unknown ones. */
function missingText(unknown: number, labels: DamLabels): string {
  return unknown === 0 ? '' : ` · ${unknown} ${labels.missing}`
}

interface HeadProps {
  heading: string
  count: string
  unknown: string
  sum: string
}

function Head({ heading, count, unknown, sum }: HeadProps) {
  return (
    <h4 className={css.head}>
      <span className={css.headName}>{heading}</span>
      <span className={css.small}>
        {count}
        {unknown && <b className={css.without}>{unknown}</b>}
      </span>
      <span className={css.sum}>{sum}</span>
    </h4>
  )
}

/** Many of a kind: a bar each, and the names of those that are open or running. */
function Many({ items }: { items: Item[] }) {
  const active = items.filter((i) => i.active || i.share === null)
  return (
    <>
      <ul className={css.bars}>
        {items.map((i) => (
          <li key={i.id} title={`${i.name} · ${i.text}`} data-missing={i.share === null || undefined}>
            <span
              className={css.fill}
              style={{ height: `${(i.active ? Math.max(0.08, i.share ?? 0) : 0) * 100}%` }}
            />
            <span className={css.unseen}>
              {i.name} {i.text}
            </span>
          </li>
        ))}
      </ul>
      {active.length > 0 && (
        <p className={css.list}>
          {active.map((i) => `${i.name} ${i.share === null ? '-' : i.text}`).join(' · ')}
        </p>
      )}
    </>
  )
}

/** A bay seen from the front: the gate raised by its share, with water below it. */
function Leaf({ share, active, free }: { share: number | null; active: boolean; free: boolean }) {
  const h = 22
  const lift = free ? h : (share ?? 0) * (h - 4) + (active && share !== null && share > 0 ? 2 : 0)
  return (
    <svg className={css.bay} width="20" height="28" viewBox="1 0 20 28" aria-hidden="true">
      {active && (
        <rect
          className={css.water}
          x="3"
          y={free ? 14 : 26 - Math.max(3, lift)}
          width="16"
          height={free ? 12 : Math.max(3, lift)}
        />
      )}
      {!free && (
        <rect
          className={share === null ? css.unknownLeaf : css.bayLeaf}
          x="3"
          y="4"
          width="16"
          height={Math.max(2, h - lift)}
        />
      )}
      <path className={css.bayFrame} d="M2 1V27H20V1" />
    </svg>
  )
}
