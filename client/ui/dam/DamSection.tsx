import { useId, useLayoutEffect, useRef, useState } from 'react'
import { chartNumber } from '../chart/format.ts'
import css from './DamSection.module.css'
import { DamPicture } from './Picture.tsx'
import { GateRows, UnitRows } from './Rows.tsx'
import { isOutlet } from './section.ts'
import type { DamGate, DamLabels, DamLevels, DamUnit } from './types.ts'

interface DamSectionProps {
  levels: DamLevels
  /** Reservoir level, m; null: unknown. */
  level: number | null
  levelText: string
  /** Tailwater level, m; null: unknown. */
  tail: number | null
  tailText: string
  /** The tailwater level is outdated, from this time. */
  tailSince?: string
  gates: DamGate[]
  units: DamUnit[]
  labels: DamLabels
  /** Content below the picture: each gate and unit, their sums, or nothing. */
  rows?: 'each' | 'sums' | 'none'
  /** Whether the values are outdated: everything is greyed, with labels.stale. */
  stale?: boolean
}

/** Width before the first measurement. */
const USUAL = 360

/** Section of the dam, drawn from its description, with rows for gates and units. */
export function DamSection(props: DamSectionProps) {
  const { gates, units, labels, rows = 'each', stale = false } = props
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(USUAL)
  const hatch = useId()
  const sums = rows === 'sums'

  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(240, Math.floor(host.current!.clientWidth)))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(host.current!)
    return () => sizes.disconnect()
  }, [])

  const levelText = props.level === null ? '-' : props.levelText
  const tailText = props.tail === null ? '-' : props.tailText
  const tailSince = props.tail === null ? undefined : props.tailSince
  return (
    <div
      ref={host}
      className={css.dam}
      data-stale={stale || undefined}
      role="group"
      aria-label={labels.title}
    >
      <svg width="0" height="0" className={css.defs} aria-hidden="true">
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path className={css.hatch} d="M0 0V6" />
          </pattern>
        </defs>
      </svg>
      <p className={css.unseen}>
        {describe({
          ...props,
          levelText,
          tailText: tailSince ? `${tailText} (${tailSince})` : tailText,
        })}
      </p>
      {stale && labels.stale && <p className={css.stale}>{labels.stale}</p>}
      {labels.held && <p className={css.stale}>{labels.held}</p>}
      <DamPicture
        {...props}
        width={width}
        levelText={levelText}
        tailText={tailText}
        tailSince={tailSince}
        hatch={hatch}
      />
      {rows !== 'none' && (
        <>
          <GateRows
            heading={labels.gates}
            gates={gates.filter((g) => !isOutlet(g))}
            labels={labels}
            sums={sums}
          />
          <GateRows heading={labels.outlets} gates={gates.filter(isOutlet)} labels={labels} sums={sums} />
          <UnitRows units={units} labels={labels} sums={sums} />
        </>
      )}
    </div>
  )
}

/** Description of the picture. */
function describe({ labels, levels, level, levelText, tailText, stale }: DamSectionProps): string {
  const labelled = (name: string, text: string) => `${name}: ${text === '-' ? labels.missing : text}`
  const marks: [string, number | null | undefined][] = [
    [labels.dead, levels.dead],
    [labels.normal, levels.normal],
    [labels.flood, levels.flood],
    [labels.check, levels.check],
    [labels.crest, levels.crest],
  ]
  return [
    stale ? labels.stale : '',
    labels.held ?? '',
    labelled(labels.level, level === null ? '-' : levelText),
    ...marks
      .filter(([, v]) => v !== null && v !== undefined)
      .map(([name, v]) => `${name} ${chartNumber(v, 2)}`),
    labelled(labels.tail, tailText),
  ]
    .filter(Boolean)
    .join('; ')
}
