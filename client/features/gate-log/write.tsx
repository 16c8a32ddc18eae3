import { Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { MINUTE, fromLocal } from '#core/time/index.ts'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { focusFirstError } from '../../lib/focus.ts'
import { duration } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { keyOf, mostOf, movesOf, noteOf, type Draft, type Problems } from './draft.ts'
import { Amount, useProblemWords, When, WordFields, type Words } from './fields.tsx'
import css from './gate-log.module.css'
import { useAdd, usePositions, type Position, type Positions } from './queries.ts'
import { nameParts, valueWords } from './words.ts'

const FORM = 'gate-log-form'
/** So long after it happened it is told that discharge is computed again, ms. */
const LATE = 15 * MINUTE

interface Props {
  known: Positions
  zone: string
  /** Chosen from the start. */
  chosen: readonly string[]
  /** Kept from the entry before. */
  words: Words
  onWords: (words: Words) => void
  onClose: () => void
}

/** One order that moves one or several: chosen together, to the same opening or power. */
export function Write({ known, zone, chosen, words: first, onWords, onClose }: Props) {
  const { t, language } = useText()
  const form = useRef<HTMLFormElement>(null)
  const opening = useRef<HTMLInputElement>(null)
  const [start] = useState(() => typedTime(serverNow(), zone, language))
  const [at, setAt] = useState(start)
  const [draft, setDraft] = useState<Draft>({ chosen, opening: '', power: '' })
  const [words, setWords] = useState(first)
  const [tried, setTried] = useState(false)
  const add = useAdd()
  const sayProblem = useProblemWords()

  const local = parseLocalTime(at, zone)
  const instant = local === null ? null : fromLocal(local, zone)
  const now = serverNow()
  const past = instant !== null && instant < now - LATE
  // What stood then, where it is not about now.
  const then = usePositions(past ? local : null)
  // What was asked of another time tells nothing of this one.
  const held = past ? (then.isPlaceholderData ? undefined : then.data) : known
  const positions = held?.positions ?? known.positions.map((p) => ({ ...p, value: null, source: null }))
  const picked = positions.filter((p) => draft.chosen.includes(keyOf(p)))
  const [leaves, units] = [picked.filter((p) => p.kind === 'leaf'), picked.filter((p) => p.kind === 'unit')]
  const checked = movesOf(draft, positions)
  const problems: Problems = tried && 'problems' in checked ? checked.problems : {}

  const refusal = add.error instanceof CallError ? add.error : null
  const differs = refusal?.code === 'log_from_differs'
  const said = (path: string) => refusal?.errors.find((e) => e.path === path)?.message
  const wrongTime =
    local === null
      ? tried && t('items.atWrong', { example: TIME_PATTERN[language] })
      : instant! > now + MINUTE && t('gateLog.form.future')
  const named = refusal?.errors.every((e) => e.path === 'at') ?? false

  function send(asWritten: boolean) {
    setTried(true)
    if (local === null || !('moves' in checked) || instant! > now + MINUTE)
      return focusFirstError(form.current)
    add.mutate(
      { at: local, moves: checked.moves, ...words, as_written: asWritten },
      {
        onSuccess: ({ entries }) => {
          onWords({ ...words, reason: '' })
          const n = entries.length
          notice('done', n === 1 ? t('gateLog.written.one') : t('gateLog.written.many', { n }))
          onClose()
        },
        onError: () => focusFirstError(form.current),
      },
    )
  }
  const change = (part: Partial<Draft>) => {
    add.reset()
    setDraft((d) => ({ ...d, ...part }))
  }
  const touched = draft.opening !== '' || draft.power !== '' || words.reason !== first.reason
  const sensed = picked.filter((p) => p.source === 'sensor')
  const note = held && noteOf(picked, past)

  return (
    <Dialog
      opened
      panel
      title={t('gateLog.write')}
      onClose={onClose}
      unsaved={touched ? { question: t('dialog.unsaved'), leave: t('dialog.discard') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" form={FORM} loading={add.isPending}>
            {picked.length > 1 ? t('gateLog.form.saveN', { n: picked.length }) : t('gateLog.form.save')}
          </Button>
        </>
      )}
    >
      <form
        id={FORM}
        ref={form}
        noValidate
        className={css.form}
        onSubmit={(e) => {
          e.preventDefault()
          send(false)
        }}
      >
        {refusal && !named && (
          <FormAlert kind="failed">
            <p className={css.told}>{reasonOf(refusal)}</p>
            {differs && (
              <>
                <p className={css.told}>{t('gateLog.form.differs')}</p>
                <Button size="compact-sm" variant="default" onClick={() => send(true)}>
                  {t('gateLog.form.keep')}
                </Button>
              </>
            )}
          </FormAlert>
        )}
        <Choose
          positions={positions}
          past={past}
          loading={held === undefined && then.isFetching}
          chosen={draft.chosen}
          error={problems.chosen && t('gateLog.form.noObject')}
          onChange={(next) => change({ chosen: next })}
        />
        {leaves.length > 0 && (
          <Amount
            label={t('gateLog.form.opening')}
            unit="m"
            input={opening}
            value={draft.opening}
            most={mostOf(leaves)}
            error={sayProblem(problems.opening, `${mostOf(leaves)} m`)}
            zero={{ label: t('gateLog.form.shut') }}
            onChange={(text) => change({ opening: text })}
          />
        )}
        {units.length > 0 && (
          <Amount
            label={t('gateLog.form.power')}
            unit="MW"
            value={draft.power}
            most={mostOf(units)}
            error={sayProblem(problems.power, `${mostOf(units)} MW`)}
            zero={{ label: t('gateLog.form.stop') }}
            onChange={(text) => change({ power: text })}
          />
        )}
        <When value={at} zone={zone} error={wrongTime || said('at')} onChange={setAt} />
        {note && !wrongTime && (
          <p className={css.note}>
            {t(`gateLog.form.${note}`, {
              time: past ? duration(now - instant, language) : '',
              names: sensed.map((p) => nameParts(p.name).own).join(', '),
            })}
          </p>
        )}
        <WordFields words={words} change={(part) => setWords((w) => ({ ...w, ...part }))} />
      </form>
    </Dialog>
  )
}

/** Gates and units with what they stand at; leaves of one gate are chosen together with one press. */
function Choose(props: {
  positions: readonly Position[]
  past: boolean
  /** What stood then is not here yet. */
  loading: boolean
  chosen: readonly string[]
  error?: string
  onChange: (chosen: string[]) => void
}) {
  const { positions, past, loading, chosen, error, onChange } = props
  const { t } = useText()
  const put = (keys: readonly string[], on: boolean) =>
    onChange(on ? [...new Set([...chosen, ...keys])] : chosen.filter((k) => !keys.includes(k)))
  const groups = groupsOf(positions)
  return (
    <fieldset className={css.choose} aria-describedby={error ? 'objects-wrong' : undefined}>
      <legend>{t('gateLog.form.which')}</legend>
      {groups.map(({ gate, list }) => {
        const keys = list.map(keyOf)
        const count = keys.filter((k) => chosen.includes(k)).length
        return (
          <div key={gate ?? keys[0]} className={css.group}>
            {gate !== null && list.length > 1 && (
              <Checkbox
                size="sm"
                label={t('gateLog.form.all', { gate })}
                checked={count === keys.length}
                indeterminate={count > 0 && count < keys.length}
                onChange={(e) => put(keys, e.currentTarget.checked)}
              />
            )}
            <div className={css.leaves} data-inside={(gate !== null && list.length > 1) || undefined}>
              {list.map((p) => (
                <Checkbox
                  key={keyOf(p)}
                  size="sm"
                  label={nameParts(p.name).own}
                  description={t(past ? 'gateLog.form.stood' : 'gateLog.form.stands', {
                    value: loading ? '…' : valueWords(p.kind, p.value),
                  })}
                  checked={chosen.includes(keyOf(p))}
                  onChange={(e) => put([keyOf(p)], e.currentTarget.checked)}
                />
              ))}
            </div>
          </div>
        )
      })}
      {error && (
        <div className={css.wrong} id="objects-wrong" role="alert">
          {error}
        </div>
      )}
    </fieldset>
  )
}

/** Gates first, each with its leaves; what stands alone by itself; then the units. */
function groupsOf(positions: readonly Position[]): { gate: string | null; list: Position[] }[] {
  const groups: { gate: string | null; list: Position[] }[] = []
  const leaves = positions.filter((p) => p.kind === 'leaf')
  for (const p of leaves) {
    const same = p.gate === null ? undefined : groups.find((g) => g.gate === p.gate)
    if (same) same.list.push(p)
    else groups.push({ gate: p.gate, list: [p] })
  }
  const units = positions.filter((p) => p.kind === 'unit')
  if (units.length > 0) groups.push({ gate: null, list: units })
  return groups
}
