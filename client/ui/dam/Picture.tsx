import { chartNumber } from '../chart/format.ts'
import css from './DamSection.module.css'
import { fitted, levelMarks, textWidth } from './marks.ts'
import { leastWidth, levelPlace, sizeFor } from './label-position.ts'
import { Break, GateCut, LevelTag, Powerhouse } from './parts.tsx'
import { heightScale, isOutlet, openShare, passes, radialGate, shownGate, total } from './section.ts'
import type { DamGate, DamLabels, DamLevels, DamUnit } from './types.ts'

interface Props {
  width: number
  levels: DamLevels
  level: number | null
  levelText: string
  tail: number | null
  tailText: string
  tailSince?: string
  gates: DamGate[]
  units: DamUnit[]
  labels: DamLabels
  hatch: string
}

const HEAD = 34
const FOOT = 62
/** Below the label of the spillway's discharge. */
const FLOW_LINE = 20
/** Thickness of the ground. */
const GROUND = 8
/** Gap between gutter, level label and gate, which leans into the water. */
const TEXT_AIR = 18
/** Minimum widths of powerhouse and dam. */
const POWERHOUSE_WIDTH = 58
const DAM_LEAST = 40
/** Torn edges of a broken picture, from the end of its scale. */
const TORN = [2, 17]

/** The section through the dam: heights to scale, lengths not. */
export function DamPicture({
  width,
  levels,
  level,
  levelText,
  tail,
  tailText,
  tailSince,
  gates,
  units,
  labels,
  hatch,
}: Props) {
  const height = Math.round(Math.max(226, Math.min(300, width * 0.6)))
  const sills = gates.map((g) => g.sill)
  const scale = heightScale(levels, level, tail, sills, height, HEAD, FOOT)
  const ground = height - GROUND
  const texts = levelMarks(levels, labels, scale.y, HEAD - 8, scale.bottom).map((m) => m.text)
  const longest = Math.max(...texts.map(textWidth))
  const numbers = Math.max(...texts.map((text) => textWidth(text.split(' ')[0])))
  // Labels of limits yield to the level: the dam and its number must be legible.
  const need = leastWidth(levelText) + TEXT_AIR
  const gutter = Math.ceil(
    Math.max(numbers + 8, Math.min(longest + 8, width * 0.42, width - need - POWERHOUSE_WIDTH - DAM_LEAST)),
  )
  const marks = levelMarks(levels, labels, scale.y, HEAD - 12, ground)

  const room = width - gutter
  const face = gutter + Math.round(Math.max(room * 0.42, need))
  const crest = scale.y(levels.crest ?? levels.maxPossible)
  const spill = gates.filter((g) => !isOutlet(g))
  const outlets = gates.filter(isOutlet)
  const cut = shownGate(spill)
  const low = shownGate(outlets)
  const sill = cut ? scale.y(cut.sill ?? levels.dead) : crest
  const crown = Math.min(sill - 12, Math.max(crest + 6, scale.y(levels.normal) - 4))
  const radial = cut?.type === 2 ? radialGate(face + 3, sill, crown) : null
  // The dam's face behind the gate extends beyond the pivot.
  const slope = Math.max(
    0.6,
    radial ? (radial.pivot.x + 10 - face - 18) / Math.max(1, radial.pivot.y - crest) : 0,
  )
  const toe = Math.min(width - POWERHOUSE_WIDTH, Math.round(face + 18 + slope * (ground - crest)))
  const shoulder = radial ? Math.max(18, Math.min(radial.pivot.x + 12 - face, 18 + slope * 6)) : 18
  const surface = level === null ? scale.y(levels.normal) : scale.y(level)
  const size = sizeFor(levelText, face - gutter - TEXT_AIR)
  const lines = marks.map((m) => [m.y, m.y] as const)
  const torn = scale.broken ? [[scale.bottom + TORN[0], scale.bottom + TORN[1]] as const] : []
  const place = levelPlace(surface, size, [...lines, ...torn], FLOW_LINE, ground)
  const tailY = Math.min(ground - 22, scale.tailY)
  const spillQ = total(spill.map((g) => g.q))
  const flowing = units.some((u) => (u.q ?? u.mw ?? 0) > 0)
  const outletY = low ? Math.min(ground - 14, scale.y(low.sill ?? levels.minPossible)) : 0

  const powerhouse = { x: width - 50, y: tailY - 24 }
  // Below the sill, inside the concrete; up or down to the units as their tailwater requires.
  const intake = Math.min(ground - 14, Math.max(scale.y(levels.dead) + 10, sill + 12))
  const unitY = powerhouse.y + 22
  const penstock =
    intake <= unitY
      ? `M${face - 1} ${intake}H${face + 12}L${powerhouse.x + 8} ${unitY}`
      : `M${face - 1} ${intake}H${powerhouse.x + 18}V${unitY}`
  const reach = radial ? Math.min(width - 60, radial.pivot.x + 10) : 0
  const knee = radial
    ? `L${reach} ${Math.max(crest, radial.pivot.y - 8)}V${Math.min(ground, radial.pivot.y + 8)}`
    : ''
  const back = `M${face} ${crest}H${face + shoulder}${knee}L${toe} ${ground}V${height}H${face}Z`
  const ogee = `C${face + 14} ${sill} ${face + 18} ${sill + (ground - sill) * 0.25} ${face + (toe - face) * 0.55} ${sill + (ground - sill) * 0.62}S${toe - 8} ${ground} ${toe + 8} ${ground}`

  // Water enters under the lip, or over a free crest, and follows the ogee.
  const lip = cut && cut.type !== 1 ? sill - Math.max(0.06, openShare(cut) ?? 0) * (sill - crown) : surface
  const enter = Math.min(sill - 3, Math.max(surface, lip))
  const nappe = `M${face} ${sill}${ogee}L${toe + 8} ${ground - 4}S${face + (toe - face) * 0.62} ${sill + (ground - sill) * 0.72 - 5} ${face + (toe - face) * 0.55} ${sill + (ground - sill) * 0.62 - 4}C${face + 22} ${enter + (ground - sill) * 0.2} ${face + 14} ${enter} ${face} ${enter}Z`
  const outX = face + 0.62 * (toe - face)

  return (
    <svg
      className={css.picture}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {/* The pier behind the gate, up to the crest. */}
      <path className={css.pier} d={back} />
      <path
        className={level === null ? undefined : css.water}
        fill={level === null ? `url(#${hatch})` : undefined}
        d={`M${gutter} ${surface}H${face + 1}V${ground}H${gutter}Z`}
      />
      <path
        className={tail === null ? undefined : css.water}
        fill={tail === null ? `url(#${hatch})` : undefined}
        d={`M${face + 4} ${tailY}H${width}V${ground}H${face + 4}Z`}
      />
      {marks.map((m) => (
        <g key={m.id}>
          <line className={css.mark} data-mark={m.id} x1={gutter} x2={face} y1={m.y} y2={m.y} />
          <path className={css.lead} d={`M${gutter - 5} ${m.labelY}L${gutter} ${m.y}`} />
          <text className={css.label} x={gutter - 8} y={m.labelY} textAnchor="end">
            {fitted(m.text, gutter - 8)}
          </text>
        </g>
      ))}
      {/* Concrete below the sill. */}
      <path className={css.body} d={`M${face} ${sill}${ogee}V${height}H${face}Z`} />
      {!cut && <path className={css.body} d={back} />}
      <path className={css.ground} d={`M${gutter} ${ground}H${width}V${height}H${gutter}Z`} />
      {scale.broken && <Break from={gutter} to={width} y={scale.bottom + 9} />}
      {units.length > 0 && (
        <>
          <path className={css.pipe} d={penstock} />
          <path className={css.pipeWater} data-flowing={flowing || undefined} d={penstock} />
          <Powerhouse x={powerhouse.x} y={powerhouse.y} base={tailY + 5} running={flowing} />
        </>
      )}
      {low && (
        <>
          <path className={css.pipe} d={`M${face - 1} ${outletY}H${outX}`} />
          <path
            className={css.pipeWater}
            data-flowing={passes(low) || undefined}
            d={`M${face - 1} ${outletY}H${outX}`}
          />
          {passes(low) && (
            <path
              className={css.jet}
              strokeWidth="3"
              d={`M${outX} ${outletY}Q${outX + 16} ${outletY} ${outX + 24} ${Math.max(outletY + 4, tailY)}`}
            />
          )}
        </>
      )}
      {cut && passes(cut) && <path className={css.nappe} d={nappe} />}
      {cut && <GateCut gate={cut} radial={radial} x={face} sill={sill} crown={crown} hatch={hatch} />}
      <line
        className={css.surface}
        x1={gutter}
        x2={face}
        y1={surface}
        y2={surface}
        data-missing={level === null || undefined}
      />
      <line
        className={css.surface}
        x1={face + (toe - face) * 0.9}
        x2={width}
        y1={tailY}
        y2={tailY}
        data-missing={tail === null || undefined}
        data-thin
      />
      <LevelTag
        x={(gutter + face - 8) / 2}
        surface={surface}
        place={place}
        size={size}
        text={levelText}
        known={level !== null}
      />
      <text
        className={css.tail}
        data-old={tailSince !== undefined || undefined}
        x={width - 4}
        y={Math.min(ground - 7, tailY + 15)}
        textAnchor="end"
      >
        {tailSince ? `${tailText} (${tailSince})` : tailText}
      </text>
      {spill.length > 0 && (
        <text className={css.flow} x={width - 2} y={12} textAnchor="end">
          {labels.gates} <tspan className={css.strong}>{chartNumber(spillQ, 1)}</tspan> {labels.flowUnit}
        </text>
      )}
    </svg>
  )
}
