import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { MINUTE, fromLocal } from '#core/time/index.ts'
import { addGateLog } from '#contract/gate-log.ts'
import type { Output } from '#contract/endpoint.ts'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useForm } from '../../lib/form/index.ts'
import { duration } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog } from '../../ui/form/index.ts'
import { keyOf, mostOf, movesOf, noteOf, type MovementDraft } from './draft.ts'
import { AmountField, MovementTime, OrderFields, useAmountProblem, type OrderWords } from './fields.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './gate-log.module.css'
import { useGatePositions, type Position, type Positions } from './queries.ts'
import { nameParts, positionWords } from './words.ts'

/** Delay from which the form notes that discharge is computed again, ms. */
const LATE = 15 * MINUTE

interface Props {
  known: Positions
  zone: string
  /** Preselected items. */
  chosen: readonly string[]
  /** Kept from the previous entry. */
  words: OrderWords
  onWords: (words: OrderWords) => void
  onClose: () => void
}

interface Values extends MovementDraft, OrderWords {
  at: string
}

/** Writes one order that moves one or several gates and units to the same opening or power. */
export function WriteGateEntry({ known, zone, chosen, words: first, onWords, onClose }: Props) {
  const { t, language } = useText()
  const [at, setAt] = useState(() => typedTime(serverNow(), zone, language))
  const add = useAct(addGateLog, { quiet: true })
  const problemText = useAmountProblem()

  const local = parseLocalTime(at, zone)
  const instant = local === null ? null : fromLocal(local, zone)
  const now = serverNow()
  const past = instant !== null && instant < now - LATE
  // Positions at the entered time, unless it is about now.
  const then = useGatePositions(past ? local : null)
  // Ignores an answer about another time.
  const found = past ? (then.isPlaceholderData ? undefined : then.data) : known
  const positions = found?.positions ?? known.positions.map((p) => ({ ...p, value: null, source: null }))
  const future = instant !== null && instant > now + MINUTE && t('gateLog.form.future')
  const form = useForm({
    schema: addGateLog.body!,
    values: { at, chosen, opening: '', power: '', ...first } as Values,
    body: ({ order_no, performed_by, reason, ...draft }) => {
      const checked = movesOf(draft, positions)
      return {
        at: local,
        moves: 'moves' in checked ? checked.moves : [],
        order_no,
        performed_by,
        reason,
      }
    },
    rules: (draft) => {
      const checked = movesOf(draft, positions)
      const { chosen: none, opening, power } = 'problems' in checked ? checked.problems : {}
      const most = (kind: Position['kind']) =>
        mostOf(positions.filter((p) => p.kind === kind && draft.chosen.includes(keyOf(p))))
      return {
        at: local === null ? t('items.atWrong', { example: TIME_PATTERN[language] }) : future,
        chosen: none && t('gateLog.form.noObject'),
        opening: problemText(opening, `${most('leaf')} m`),
        power: problemText(power, `${most('unit')} MW`),
      }
    },
  })
  const picked = positions.filter((p) => form.values.chosen.includes(keyOf(p)))
  const leaves = picked.filter((p) => p.kind === 'leaf')
  const units = picked.filter((p) => p.kind === 'unit')

  function finish({ entries }: Output<typeof addGateLog>) {
    const { order_no, performed_by } = form.values
    onWords({ order_no, performed_by, reason: '' })
    const n = entries.length
    notice('done', n === 1 ? t('gateLog.written.one') : t('gateLog.written.many', { n }))
    onClose()
  }
  async function saveAsWritten() {
    const sent = await form.submit((body) => add.run({ body: { ...body, as_written: true } }))
    if (sent) finish(sent.value)
  }
  const { opening, power, reason } = form.values
  const sensed = picked.filter((p) => p.source === 'sensor')
  const note = found && noteOf(picked, past)
  const timeError = future || form.errorOf('at')

  return (
    <FormDialog
      form={form}
      panel
      title={t('gateLog.write')}
      act={picked.length > 1 ? t('gateLog.form.saveN', { n: picked.length }) : t('gateLog.form.save')}
      unsaved={opening !== '' || power !== '' || reason !== first.reason}
      onSubmit={(body) => add.run({ body })}
      onDone={finish}
      explain={(error) =>
        error instanceof CallError && error.code === 'log_from_differs' ? (
          <>
            <p className={`${textCss.words} ${css.text}`}>{reasonOf(error)}</p>
            <p className={`${textCss.words} ${css.text}`}>{t('gateLog.form.differs')}</p>
            <Button size="compact-sm" variant="default" onClick={() => void saveAsWritten()}>
              {t('gateLog.form.keep')}
            </Button>
          </>
        ) : undefined
      }
      onClose={onClose}
    >
      <ChooseOutlets
        positions={positions}
        past={past}
        loading={found === undefined && then.isFetching}
        chosen={form.values.chosen}
        error={form.errorOf('chosen')}
        onChange={(next) => form.set('chosen', next)}
      />
      {leaves.length > 0 && (
        <AmountField
          {...form.text('opening')}
          label={t('gateLog.form.opening')}
          unit="m"
          most={mostOf(leaves)}
          zero={{ label: t('gateLog.form.shut'), onClick: () => form.set('opening', '0') }}
        />
      )}
      {units.length > 0 && (
        <AmountField
          {...form.text('power')}
          label={t('gateLog.form.power')}
          unit="MW"
          most={mostOf(units)}
          zero={{ label: t('gateLog.form.stop'), onClick: () => form.set('power', '0') }}
        />
      )}
      <MovementTime
        value={at}
        zone={zone}
        error={timeError}
        onChange={(text) => {
          setAt(text)
          form.set('at', text)
        }}
      />
      {note && !timeError && (
        <p className={`${textCss.note} ${textCss.words}`}>
          {t(`gateLog.form.${note}`, {
            time: past ? duration(now - instant, language) : '',
            names: sensed.map((p) => nameParts(p.name).own).join(', '),
          })}
        </p>
      )}
      <OrderFields form={form} />
    </FormDialog>
  )
}

/** Gates and units with their positions; all gates of an outlet can be selected with one press. */
function ChooseOutlets(props: {
  positions: readonly Position[]
  past: boolean
  /** Whether the positions at that time are still loading. */
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
    <fieldset
      className={`${layoutCss.column} ${css.choose}`}
      aria-describedby={error ? 'objects-wrong' : undefined}
    >
      <legend>{t('gateLog.form.which')}</legend>
      {groups.map(({ gate, list }) => {
        const keys = list.map(keyOf)
        const count = keys.filter((k) => chosen.includes(k)).length
        return (
          <div key={gate ?? keys[0]}>
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
                  description={t(past ? 'gateLog.form.past' : 'gateLog.form.now', {
                    value: loading ? '…' : positionWords(p.kind, p.value),
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
        <div className={css.wrong} id="objects-wrong" role="alert" data-wrong tabIndex={-1}>
          {error}
        </div>
      )}
    </fieldset>
  )
}

/** Outlets first, each with its gates, then the units. */
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
