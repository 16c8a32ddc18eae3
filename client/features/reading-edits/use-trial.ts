import { useCallback, useMemo, useState } from 'react'
import type { EditsData } from '#contract/edits.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { fromColumn } from '../../ui/chart/index.ts'
import { around, spliced } from './splice.ts'
import { actOf, byPoints, EMPTY, fieldOf, FIELDS, isTouched, pointOf, type Draft } from './draft.ts'
import { readPoints } from './points.ts'
import { inLine, usePointsWords } from './points-words.ts'
import { useAdd, usePreview } from './queries.ts'
import type { Span } from './selection.ts'

type Field = NonNullable<ReturnType<typeof fieldOf>>

/**
 * An act from the first number typed until it is saved: the draft, what it would become, and what was said against it.
 * It lives beside the form, so that nothing is lost by looking elsewhere or by a call that fails.
 */
export function useTrial(data: EditsData | undefined, span: Span | null, zone: string) {
  const { t, say } = useText()
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [tried, setTried] = useState<'no' | 'preview' | 'save'>('no')
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState(false)
  const preview = usePreview()
  const add = useAdd()
  const pointsWords = usePointsWords()
  const [shown, setShown] = useState<{ stamp: string; version: number } | null>(null)

  const series = data?.series ?? null
  const made = useMemo(
    () => (series !== null && span ? actOf(draft, series, span, zone) : null),
    [draft, series, span?.from, span?.to, zone],
  )
  const stamp = made && 'act' in made ? JSON.stringify(made.act) : null
  const answer = shown ? (preview.data ?? null) : null
  const fresh = answer !== null && shown!.stamp === stamp
  /** Somebody acted on the series after what is tried was read. */
  const overtaken = conflict || (shown !== null && data !== undefined && data.version !== shown.version)

  const errors = useMemo(() => {
    const own: Partial<Record<Field, string>> = {}
    if (tried !== 'no' && byPoints(draft)) {
      const points = made === null ? readPoints(draft.points, zone, null) : 'problems' in made && made.points
      if (points) own.points = pointsWords(points) || undefined
    }
    if (tried !== 'no' && made && 'problems' in made && !made.points)
      for (const field of FIELDS[draft.kind]) {
        const p = made.problems[field]
        if (p) own[field] = say(p.code, { text: p.text })
      }
    if (tried !== 'no' && span === null) own.span = t('edits.chooseFirst')
    if (tried === 'save' && draft.reason.trim() === '') own.reason = say('required')
    return { ...refused, ...own }
  }, [tried, made, draft, span, zone, refused, say, t, pointsWords])

  const change = useCallback((part: Partial<Draft>) => {
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

  /** Shows what the draft would become; whether it was well-formed. */
  function ask(): boolean {
    setTried((now) => (now === 'no' ? 'preview' : now))
    setFailure(null)
    setRefused({})
    if (!data || !made || !('act' in made)) return false
    const version = data.version
    preview.mutate(made.act, {
      onSuccess: () => {
        setShown({ stamp: stamp!, version })
        setConflict(false)
      },
      onError: refuse,
    })
    return true
  }

  function leave() {
    setShown(null)
    setConflict(false)
    setFailure(null)
  }

  /** Stores what was looked at. */
  function save(): boolean {
    setTried('save')
    setFailure(null)
    setRefused({})
    if (!fresh || !made || !('act' in made) || draft.reason.trim() === '') return false
    const body = { act: made.act, reason: draft.reason.trim(), version: shown!.version }
    const count = answer.changed + answer.added + answer.removed
    const kind = draft.kind
    add.mutate(body, {
      onSuccess: () => {
        notice('done', t('edits.saved', { act: t(`edits.kind.${kind}`), n: count }))
        setDraft({ ...EMPTY, kind, by: draft.by })
        setTried('no')
        leave()
      },
      onError: (error) => {
        if (error instanceof CallError && error.status === 409) setConflict(true)
        else refuse(error)
      },
    })
    return true
  }

  const { next, drawn } = useMemo(() => {
    if (!data || !fresh || overtaken) return { next: null, drawn: null }
    const act = JSON.parse(shown!.stamp) as Span
    const next = spliced(fromColumn(data.used), act, fromColumn(answer.new))
    return { next, drawn: around(next, act) }
  }, [data, fresh, overtaken, answer, shown])

  return {
    draft,
    /** Whether readings are given line by line. */
    points: byPoints(draft),
    change,
    errors,
    failure,
    ask,
    save,
    leave,
    /** What it would become, where that is still what the draft says. */
    answer,
    fresh,
    overtaken,
    /** The series with it, and the part of that around its span. */
    next,
    drawn,
    asking: preview.isPending,
    saving: add.isPending,
    touched: isTouched(draft),
  }
}

export type Trial = ReturnType<typeof useTrial>
