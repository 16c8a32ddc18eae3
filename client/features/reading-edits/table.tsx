import { MINUTE } from '#core/time/units.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { FiredSpan } from '#contract/quality.ts'
import type { EditsData } from '#contract/edits.ts'
import { EDITED, grade, MISSING } from '#core/quality/index.ts'
import { date, dateTime, number, time } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { copyText } from '../../ui/copy/copy.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { GRADE_ICONS } from '../../ui/quality/index.tsx'
import { unitWords } from '../../parts/devices/index.ts'
import { active } from './chart-strips.ts'
import { becomesOther, NO_ENTRY, type EditRows } from './rows.ts'
import { firstFrom, moved, rowsInSpan, selectedSpan, type Selection } from './selection.ts'
import { coveringAt, segmentsOf } from './strips.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './table.module.css'
import { editValueWords } from './units.ts'

interface Props {
  data: EditsData
  rows: EditRows
  fired: readonly FiredSpan[]
  zone: string
  selection: Selection | null
  select: (to: Selection | null) => void
}

const ROW = 30

/**
 * Table of instants: raw, effective and previewed value, reason, review state. Rows are selected by pointer or keys.
 */
export function ReadingTable({ data, rows, fired, zone, selection, select }: Props) {
  const { t, texts, language } = useText()
  const host = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const words = texts.edits
  const { t: at } = rows
  const virtual = useVirtualizer({
    count: at.length,
    getScrollElement: () => host.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const span = useMemo(() => ({ from: data.from, to: data.to }), [data.from, data.to])
  const acts = useMemo(() => segmentsOf(active(data.acts), span), [data.acts, span])
  const checks = useMemo(
    () =>
      segmentsOf(
        fired.filter((f) => f.cleared_at === null),
        span,
      ),
    [fired, span],
  )
  const seconds = useMemo(() => at.some((ms) => ms % MINUTE !== 0), [at])
  const [first, last] = selection ? rowsInSpan(at, selectedSpan(selection)) : [0, -1]
  const found = selection ? firstFrom(at, selection.head) : -1
  // A typed span may end between rows.
  const head = selection && at[found] === selection.head ? found : last >= first ? last : -1

  // Scrolls to the newest rows at first, later to the selection.
  const placed = useRef<{ series: string; from: number; to: number } | null>(null)
  useLayoutEffect(() => {
    if (at.length === 0) return
    const before = placed.current
    placed.current = { series: data.series, from: data.from, to: data.to }
    // A live window moves by little.
    const slid = (data.to - data.from) / 5
    const same =
      before?.series === data.series &&
      Math.abs(before.from - data.from) < slid &&
      Math.abs(before.to - data.to) < slid
    if (same) return
    virtual.scrollToIndex(head >= 0 ? head : at.length - 1, { align: head >= 0 ? 'center' : 'end' })
  }, [data.series, data.from, data.to, at.length, virtual, head])
  useEffect(() => {
    if (head < 0 || dragging.current) return
    // Scrolls to the head of a keyboard selection, else to the start of the selection.
    if (document.activeElement === host.current) virtual.scrollToIndex(head, { align: 'auto' })
    else virtual.scrollToIndex(Math.max(0, first - 1), { align: 'start' })
  }, [head, first, virtual])

  function key(e: KeyboardEvent) {
    if (at.length === 0) return
    const command = e.ctrlKey || e.metaKey
    if (command && e.key.toLowerCase() === 'a') {
      e.preventDefault()
      return select({ anchor: at[0], head: at[at.length - 1] })
    }
    if (command && e.key.toLowerCase() === 'c' && last >= first) {
      e.preventDefault()
      return void copy()
    }
    if (command || e.altKey) return
    const many = Math.max(1, Math.floor((host.current?.clientHeight ?? 0) / ROW) - 2)
    const steps: Record<string, number> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -many,
      PageDown: many,
      Home: -at.length,
      End: at.length,
    }
    const by = steps[e.key]
    if (by !== undefined) {
      e.preventDefault()
      select(moved(at, selection, by, e.shiftKey))
    } else if (e.key === 'Escape' && selection) {
      e.preventDefault()
      select(null)
    }
  }

  async function copy() {
    const head = [words.column.time, words.column.raw, words.column.used, words.column.grade]
    const lines = [head.join('\t')]
    for (let i = first; i <= last; i++) {
      const value = (v: number) => (v === v ? String(v) : '')
      const q = rows.usedQ[i]
      lines.push(
        [
          `${dateTime(at[i], zone, language)}:${time(at[i], zone, true).slice(6)}`,
          value(rows.raw[i]),
          value(rows.used[i]),
          q === NO_ENTRY ? '' : gradeWords(q, texts),
        ].join('\t'),
      )
    }
    if (await copyText(lines.join('\n')))
      notice('done', t('edits.copied', { n: number(last - first + 1, 0) }))
  }

  const down = (i: number) => (e: PointerEvent) => {
    if (e.button !== 0) return
    host.current?.focus({ preventScroll: true })
    if (e.shiftKey && selection) return select({ anchor: selection.anchor, head: at[i] })
    dragging.current = e.pointerType === 'mouse'
    select({ anchor: at[i], head: at[i] })
  }
  const over = (i: number) => (e: PointerEvent) => {
    if (!dragging.current || (e.buttons & 1) === 0 || !selection) return
    if (selection.head !== at[i]) select({ anchor: selection.anchor, head: at[i] })
  }
  useEffect(() => {
    const up = () => (dragging.current = false)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
    return () => {
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', up)
    }
  }, [])

  const unit = unitWords(data.unit, language)
  const drawn = virtual.getVirtualItems()
  const preview = rows.next !== null
  const columns: { key: string; label: string; unit?: string; number?: boolean }[] = [
    { key: 'time', label: words.column.time },
    { key: 'raw', label: words.column.raw, unit, number: true },
    { key: 'used', label: words.column.used, unit, number: true },
    ...(preview ? [{ key: 'next', label: words.column.next, unit, number: true }] : []),
    { key: 'grade', label: words.column.grade },
    { key: 'by', label: words.column.by },
    { key: 'state', label: words.column.state },
  ]
  const id = (i: number) => `edits-row-${i}`
  const cell = (v: number, q: number, deleted: boolean) =>
    v === v
      ? editValueWords(v, data.unit)
      : q !== NO_ENTRY
        ? words.explicitNull
        : deleted
          ? words.deleted
          : '-'
  return (
    <div
      ref={host}
      className={css.scroll}
      data-preview={preview || undefined}
      role="grid"
      aria-label={words.table}
      aria-description={words.tableHow}
      aria-rowcount={at.length + 1}
      aria-multiselectable
      aria-activedescendant={drawn.some((v) => v.index === head) ? id(head) : undefined}
      tabIndex={0}
      onKeyDown={key}
    >
      <div role="rowgroup" className={css.head}>
        <div role="row" aria-rowindex={1} className={css.row}>
          {columns.map((c) => (
            <span key={c.key} role="columnheader" className={c.number ? css.number : undefined}>
              {c.label}
              {c.unit && <i>{c.unit}</i>}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index: i, start }) => {
          const ms = at[i]
          const act = coveringAt(acts, ms)
          const check = coveringAt(checks, ms)
          const state = coveringAt(data.reviews, ms)?.state ?? 'working'
          const hasRaw = rows.rawQ[i] !== NO_ENTRY
          const newDay = i === 0 || date(at[i - 1], zone, language) !== date(ms, zone, language)
          return (
            <div
              key={i}
              id={id(i)}
              role="row"
              aria-rowindex={i + 2}
              aria-selected={i >= first && i <= last}
              className={css.row}
              data-day={newDay || undefined}
              data-head={i === head || undefined}
              style={{ height: ROW, transform: `translateY(${start}px)` }}
              onPointerDown={down(i)}
              onPointerEnter={over(i)}
            >
              <span role="rowheader">
                {date(ms, zone, language)} <b>{time(ms, zone, seconds)}</b>
              </span>
              <span role="gridcell" className={css.number} data-quiet>
                {cell(rows.raw[i], rows.rawQ[i], false)}
              </span>
              <span role="gridcell" className={css.number} data-other={differs(rows, i) || undefined}>
                {cell(rows.used[i], rows.usedQ[i], hasRaw)}
              </span>
              {preview && (
                <span role="gridcell" className={css.number} data-next={becomesOther(rows, i) || undefined}>
                  {cell(rows.next![i], rows.nextQ![i], rows.usedQ[i] !== NO_ENTRY)}
                </span>
              )}
              <span role="gridcell">
                <Quality q={preview ? rows.nextQ![i] : rows.usedQ[i]} />
              </span>
              <span role="gridcell" className={css.by}>
                {act && `${words.kind[act.top.kind]} · ${act.top.made_by_name ?? words.program}`}
                {act && check && ' · '}
                {check && t('edits.checkFired', { kind: checkWords(check.top.kind, texts.qualityPage.kind) })}
              </span>
              <span role="gridcell" data-quiet={state === 'working' || undefined}>
                {state === 'approved' && <Icon name="lock" size={14} />} {words.state[state]}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Whether the effective value differs from the raw one. */
function differs({ raw, rawQ, used, usedQ }: EditRows, i: number): boolean {
  return !Object.is(raw[i], used[i]) || (rawQ[i] === NO_ENTRY) !== (usedQ[i] === NO_ENTRY)
}

const checkWords = (kind: string, words: Record<string, string>) => words[kind] ?? kind

function gradeWords(q: number, texts: ReturnType<typeof useText>['texts']): string {
  return [texts.quality.grades[grade(q)], q & EDITED ? texts.quality.edited : ''].filter(Boolean).join(', ')
}

/** Icon and name of a quality; GOOD is faint. */
function Quality({ q }: { q: number }) {
  const { texts } = useText()
  if (q === NO_ENTRY) return <span data-quiet>-</span>
  const g = grade(q)
  return (
    <span
      className={`${layoutCss.inline} ${css.quality}`}
      data-doubt={(g >= 4 && g !== MISSING) || undefined}
      data-plain={q === 0 || undefined}
    >
      {q !== 0 && <Icon name={g === 0 ? 'edited' : GRADE_ICONS[g]} size={14} />}
      {gradeWords(q, texts)}
    </span>
  )
}
