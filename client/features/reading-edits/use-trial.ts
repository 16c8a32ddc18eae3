import { useCallback, useMemo, useState } from 'react'
import type { EditsData } from '#contract/edits.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { fromColumn } from '../../ui/chart/index.ts'
import { around, spliced } from './splice.ts'
import {
  editOf,
  byPoints,
  EMPTY_EDIT,
  fieldOf,
  EDIT_FIELDS,
  isTouched,
  pointOf,
  type EditDraft,
} from './draft.ts'
import { readPoints } from './points.ts'
import { inLine, usePointsWords } from './points-words.ts'
import { useAddEdit, usePreviewEdit, WIDE } from './queries.ts'
import type { EditSpan } from './selection.ts'

type Field = NonNullable<ReturnType<typeof fieldOf>>

/**
 * State of an edit from the first input until it is saved: draft, preview and errors. Kept outside the form, so that
 * switching tabs or a failed call loses nothing. ofStation: the series belongs to a measuring station.
 */
export function useTrial(
  data: EditsData | undefined,
  span: EditSpan | null,
  { zone, ofStation }: { zone: string; ofStation: boolean },
) {
  const { t, messageText } = useText()
  const [draft, setDraft] = useState<EditDraft>(EMPTY_EDIT)
  const [attempted, setAttempted] = useState<'no' | 'preview' | 'save'>('no')
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState(false)
  const preview = usePreviewEdit()
  const add = useAddEdit()
  const pointsWords = usePointsWords()
  const [shown, setShown] = useState<{ stamp: string; version: number } | null>(null)

  const series = data?.series ?? null
  const made = useMemo(
    () => (series !== null && span ? editOf(draft, series, span, zone) : null),
    [draft, series, span?.from, span?.to, zone],
  )
  const stamp = made && 'act' in made ? JSON.stringify(made.act) : null
  const answer = shown ? (preview.data ?? null) : null
  const fresh = answer !== null && shown!.stamp === stamp
  /** Whether somebody changed the series after the preview was read. */
  const overtaken = conflict || (shown !== null && data !== undefined && data.version !== shown.version)

  const errors = useMemo(() => {
    const own: Partial<Record<Field, string>> = {}
    if (attempted !== 'no' && byPoints(draft)) {
      const points = made === null ? readPoints(draft.points, zone, null) : 'problems' in made && made.points
      if (points) own.points = pointsWords(points) || undefined
    }
    if (attempted !== 'no' && made && 'problems' in made && !made.points)
      for (const field of EDIT_FIELDS[draft.kind]) {
        const p = made.problems[field]
        if (p) own[field] = messageText(p.code, { text: p.text })
      }
    if (attempted !== 'no' && span === null) own.span = t('edits.chooseFirst')
    if (attempted === 'save' && draft.reason.trim() === '') own.reason = messageText('required')
    return { ...refused, ...own }
  }, [attempted, made, draft, span, zone, refused, messageText, t, pointsWords])

  const change = useCallback((part: Partial<EditDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))))
    setFailure(null)
  }, [])

  function refuse(error: unknown) {
    const named: Partial<Record<Field, string>> = {}
    const others: string[] = []
    if (error instanceof CallError)
      for (const e of error.errors) {
        const field = fieldOf(e.path)
        const point = pointOf(e.path)
        const line = made && 'act' in made && point !== null ? made.lines?.[point] : undefined
        if (field) named[field] ??= line === undefined ? e.message : inLine(line, e.message)
        else others.push(e.message)
      }
    const any = Object.keys(named).length > 0
    setRefused(named)
    setFailure(any ? others.join(' ') || null : reasonOf(error))
  }

  /** Previews the draft; returns whether it was valid. */
  function ask(): boolean {
    setAttempted((now) => (now === 'no' ? 'preview' : now))
    setFailure(null)
    setRefused({})
    if (!data || !made || !('act' in made)) return false
    const version = data.version
    void preview.run({ body: { act: made.act, px: WIDE } }).then(() => {
      setShown({ stamp: stamp!, version })
      setConflict(false)
    }, refuse)
    return true
  }

  function leave() {
    setShown(null)
    setConflict(false)
    setFailure(null)
  }

  /** Saves the previewed edit. */
  function save(): boolean {
    setAttempted('save')
    setFailure(null)
    setRefused({})
    if (!fresh || !made || !('act' in made) || draft.reason.trim() === '') return false
    const body = { act: made.act, reason: draft.reason.trim(), version: shown!.version }
    const count = answer.changed + answer.added + answer.removed
    const kind = draft.kind
    void add.run({ body }).then(
      () => {
        const made = t('edits.saved', { act: t(`edits.kind.${kind}`), n: count })
        notice('done', made, ofStation ? messageText('update_station_data_success') : undefined)
        setDraft({ ...EMPTY_EDIT, kind, by: draft.by })
        setAttempted('no')
        leave()
      },
      (error: unknown) => {
        if (error instanceof CallError && error.status === 409) setConflict(true)
        else refuse(error)
      },
    )
    return true
  }

  const { next, drawn } = useMemo(() => {
    if (!data || !fresh || overtaken) return { next: null, drawn: null }
    const act = JSON.parse(shown!.stamp) as EditSpan
    const next = spliced(fromColumn(data.used), act, fromColumn(answer.new))
    return { next, drawn: around(next, act) }
  }, [data, fresh, overtaken, answer, shown])

  return {
    draft,
    /** Whether readings are entered line by line. */
    points: byPoints(draft),
    change,
    errors,
    failure,
    ask,
    save,
    leave,
    /** The preview, if it is still that of the draft. */
    answer,
    fresh,
    overtaken,
    /** The series after the edit, and its part around the span. */
    next,
    drawn,
    asking: preview.busy,
    saving: add.busy,
    touched: isTouched(draft),
  }
}

export type Trial = ReturnType<typeof useTrial>
