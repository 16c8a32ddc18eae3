import { HOUR } from '#core/time/units.ts'
import { Button, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { LONGEST_HOURS, USUAL_HOURS } from '#contract/handover.ts'
import { CONTENT_MAX, type Duty } from '#contract/shift-log.ts'
import { reasonOf } from '../../lib/failures.ts'
import { duration, timeNear } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useKept } from '../../lib/use-kept.ts'
import { useProfile } from '../../lib/who.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { useDraft, useDuty, usePeople } from './queries.ts'
import { refusals } from './words.ts'
import css from './shift-log.module.css'

const FORM = 'new-sheet'

/** A sheet of one's own shift: for whom, and what to tell them. Its span is the shift until now. */
export function NewSheet({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const { t } = useText()
  const me = useProfile().account_id
  const duty = useDuty()
  const people = usePeople()
  const draft = useDraft()
  const [incoming, setIncoming] = useState<string | null>(null)
  const kept = useKept('new-sheet', { words: '' })
  const { words } = kept.typed
  const [tried, setTried] = useState(false)
  const refused = refusals(draft.error)
  const stops = duty.data ? stopOf(duty.data, me) : null
  return (
    <Dialog
      opened
      panel
      title={t('handover.new')}
      onClose={() => {
        kept.drop()
        onClose()
      }}
      unsaved={words !== '' ? { question: t('dialog.unsaved'), leave: t('dialog.discard') } : null}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t(stops ? 'act.close' : 'dialog.cancel')}
          </Button>
          {!stops && (
            <Button
              type="submit"
              form={FORM}
              loading={draft.isPending}
              // Until then there is no form to send.
              disabled={!duty.data || !people.data}
            >
              {t('handover.create')}
            </Button>
          )}
        </>
      )}
    >
      <Loaded query={duty} what={t('shiftLog.duty.title')} height={240}>
        {(now) =>
          stops ? (
            <Stopped duty={now} why={stops} />
          ) : (
            <Loaded query={people} what={t('handover.incoming')} height={240}>
              {(data) => (
                <form
                  id={FORM}
                  noValidate
                  className={css.form}
                  onSubmit={(e) => {
                    e.preventDefault()
                    setTried(true)
                    if (incoming !== null)
                      draft
                        .mutateAsync(
                          { incoming_id: incoming, words },
                          { onSuccess: (sheet) => onDone(sheet.sheet_id) },
                        )
                        .then(kept.drop, () => undefined)
                  }}
                >
                  {draft.error && Object.keys(refused).length === 0 && (
                    <FormAlert kind="failed">{reasonOf(draft.error)}</FormAlert>
                  )}
                  <Outgoing duty={now} />
                  <Choice
                    label={t('handover.incoming')}
                    required
                    data={data.people
                      .filter((p) => p.account_id !== me)
                      .map((p) => ({ value: p.account_id, label: p.name }))}
                    value={incoming}
                    error={
                      refused.incoming_id ??
                      (tried && incoming === null ? t('handover.incomingNeeded') : undefined)
                    }
                    onChange={setIncoming}
                  />
                  <Textarea
                    label={t('handover.words')}
                    description={t('handover.wordsHint')}
                    autosize
                    minRows={4}
                    maxLength={CONTENT_MAX}
                    value={words}
                    error={refused.words}
                    onChange={(e) => kept.change({ words: e.currentTarget.value })}
                  />
                </form>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Why one cannot hand over now: another is on duty, or a sheet of one's own is not finished. */
function stopOf(duty: Duty, me: string): 'other' | 'open' | null {
  if (duty.sheet?.role === 'outgoing') return 'open'
  return duty.current !== null && duty.current.operator_id !== me ? 'other' : null
}

function Stopped({ duty, why }: { duty: Duty; why: 'other' | 'open' }) {
  const { t } = useText()
  return why === 'other' ? (
    <FormAlert kind="info" title={t('handover.otherOn', { name: duty.current!.party ?? '-' })}>
      <p className={css.told}>{t('handover.otherOnWhat')}</p>
      <ToLog />
    </FormAlert>
  ) : (
    <FormAlert kind="info" title={t('shiftLog.duty.toFinish')}>
      <Link to={`/log/handover?sheet=${duty.sheet!.sheet_id}`}>{t('shiftLog.duty.open')}</Link>
    </FormAlert>
  )
}

const ToLog = (): ReactNode => {
  const { t } = useText()
  return <Link to="/log/index">{t('handover.toLog')}</Link>
}

/** Who hands over, and from when on: before anything is written. */
function Outgoing({ duty: { current, now } }: { duty: Duty }) {
  const { t, language } = useText()
  const { full_name: name } = useProfile()
  const zone = useZone() ?? 'UTC'
  if (current === null)
    return (
      <FormAlert kind="info" title={t('shiftLog.duty.nobody')}>
        <p className={css.told}>{t('handover.nobodyOn', { name, hours: USUAL_HOURS })}</p>
        <ToLog />
      </FormAlert>
    )
  const long = duration(now - current.t, language)
  if (now - current.t > LONGEST_HOURS * HOUR)
    return <FormAlert kind="info">{t('handover.ownLong', { long, hours: LONGEST_HOURS })}</FormAlert>
  const time = timeNear(current.t, now, zone, language)
  return (
    <p className={css.told}>
      {[current.shift, t('handover.own', { time, long })].filter(Boolean).join(' · ')}
    </p>
  )
}
