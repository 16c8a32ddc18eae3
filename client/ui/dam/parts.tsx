import css from './DamSection.module.css'
import type { LevelPlace } from './label-position.ts'
import { openShare } from './section.ts'
import type { RadialGate } from './section.ts'
import type { DamGate } from './types.ts'

/** The level at its surface: an arrow on the water, and a label that touches no line. */
export function LevelTag({
  x,
  surface,
  place,
  size,
  text,
  known,
}: {
  x: number
  surface: number
  place: LevelPlace
  size: number
  text: string
  known: boolean
}) {
  return (
    <g>
      {known && <path className={css.level} d={`M${x - 4} ${surface - 8}h8l-4 6z`} />}
      <text
        className={css.value}
        data-inside={(known && place.inside) || undefined}
        style={{ fontSize: size }}
        x={x}
        y={place.y}
        textAnchor="middle"
      >
        {text}
      </text>
    </g>
  )
}

interface GateCutProps {
  gate: DamGate
  radial: RadialGate | null
  x: number
  sill: number
  crown: number
  hatch: string
}

/** The gate in section: a radial leaf turned about its pivot, a flat leaf lifted; hatched if unknown. */
export function GateCut({ gate, radial, x, sill, crown, hatch }: GateCutProps) {
  const share = openShare(gate)
  const unknown = share === null ? { fill: `url(#${hatch})` } : undefined
  if (gate.type === 1) return null
  if (!radial) {
    const y = crown - (share ?? 0) * (sill - crown)
    const className = share === null ? css.unknown : css.leafFlat
    return <rect className={className} x={x + 3} y={y} width="6" height={sill - crown} style={unknown} />
  }
  const { pivot, leaf, arms, travel } = radial
  return (
    <g transform={`rotate(${(share ?? 0) * travel} ${pivot.x} ${pivot.y})`}>
      {share === null && <path d={`${leaf}L${pivot.x} ${pivot.y}Z`} style={unknown} />}
      {arms.map(([ax, ay]) => (
        <line key={ay} className={css.arm} x1={ax} y1={ay} x2={pivot.x} y2={pivot.y} />
      ))}
      <path className={share === null ? css.unknown : css.leaf} d={leaf} />
      <circle className={css.pivot} cx={pivot.x} cy={pivot.y} r="2.2" />
    </g>
  )
}

/** Two torn edges: below them the picture is not to scale with the part above. */
export function Break({ from, to, y }: { from: number; to: number; y: number }) {
  const teeth = Math.max(4, Math.round((to - from) / 14))
  const step = (to - from) / teeth
  const points = Array.from(
    { length: teeth + 1 },
    (_, i) => `${(from + i * step).toFixed(1)},${y + (i % 2 ? 3 : -3)}`,
  )
  return (
    <g>
      <polyline className={css.tear} points={points.join(' ')} />
      <polyline className={css.edge} points={points.join(' ')} transform="translate(0 -2.5)" />
      <polyline className={css.edge} points={points.join(' ')} transform="translate(0 2.5)" />
    </g>
  )
}

export function Powerhouse({
  x,
  y,
  base,
  running,
}: {
  x: number
  y: number
  base: number
  running: boolean
}) {
  return (
    <g>
      <path className={css.house} d={`M${x} ${base}V${y}L${x + 23} ${y - 9}L${x + 46} ${y}V${base}Z`} />
      <circle className={css.runner} data-running={running || undefined} cx={x + 23} cy={y + 12} r="7" />
      <path
        className={css.blades}
        d={`M${x + 23} ${y + 6}v12M${x + 17.8} ${y + 9}l10.4 6M${x + 28.2} ${y + 9}l-10.4 6`}
      />
    </g>
  )
}
