import { HOUR } from '#core/time/units.ts'
import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { draftHandover, LONGEST_HOURS, USUAL_HOURS } from '#contract/handover.ts'
import { CONTENT_MAX, type Duty } from '#contract/shift-log.ts'
import { useForm } from '../../lib/form/index.ts'
import { duration, timeNear } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useKept } from '../../lib/use-kept.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { FormAlert, FormDialog } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { useDuty, useDutyPeople } from './queries.ts'
import css from './shift-log.module.css'

interface Props {
  onClose: () => void
  onDone: (id: string) => void
}

/** Drafts a sheet of one's own shift until now: incoming operator and remarks. */
export function NewSheet({ onClose, onDone }: Props) {
  const { t } = useText()
  const me = useProfile().account_id
  const duty = useDuty()
  const people = useDutyPeople()
  const draft = useAct(draftHandover, { quiet: true })
  const kept = useKept('new-sheet', { words: '' })
  const form = useForm({
    schema: draftHandover.body!,
    values: { incoming_id: null as string | null, words: kept.typed.words },
    rules: ({ incoming_id: incoming }) => ({
      incoming_id: incoming === null && t('handover.incomingNeeded'),
    }),
  })
  const obstacle = duty.data ? obstacleOf(duty.data, me) : null
  return (
    <FormDialog
      form={form}
      panel
      title={t('handover.new')}
      act={t('handover.create')}
      readOnly={obstacle !== null}
      ready={duty.data !== undefined && people.data !== undefined}
      unsaved={form.values.words !== ''}
      onSubmit={(body) => draft.run({ body })}
      onDone={(sheet) => {
        kept.drop()
        onDone(sheet.sheet_id)
      }}
      onClose={() => {
        kept.drop()
        onClose()
      }}
    >
      <Loaded query={duty} what={t('shiftLog.duty.title')} height={240}>
        {(now) =>
          obstacle ? (
            <CannotHandOver duty={now} why={obstacle} />
          ) : (
            <Loaded query={people} what={t('handover.incoming')} height={240}>
              {(data) => (
                <>
                  <Outgoing duty={now} />
                  <Choice
                    {...form.choice('incoming_id')}
                    label={t('handover.incoming')}
                    required
                    data={data.people
                      .filter((p) => p.account_id !== me)
                      .map((p) => ({ value: p.account_id, label: p.name }))}
                  />
                  <Textarea
                    {...form.text('words')}
                    label={t('handover.words')}
                    description={t('handover.wordsHint')}
                    autosize
                    minRows={4}
                    maxLength={CONTENT_MAX}
                    onChange={(e) => {
                      form.set('words', e.currentTarget.value)
                      kept.change({ words: e.currentTarget.value })
                    }}
                  />
                </>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </FormDialog>
  )
}

/** Why the account cannot hand over now: another operator is on duty, or its own sheet is unfinished. */
function obstacleOf(duty: Duty, me: string): 'other' | 'open' | null {
  if (duty.sheet?.role === 'outgoing') return 'open'
  return duty.current !== null && duty.current.operator_id !== me ? 'other' : null
}

function CannotHandOver({ duty, why }: { duty: Duty; why: 'other' | 'open' }) {
  const { t } = useText()
  return why === 'other' ? (
    <FormAlert kind="info" title={t('handover.otherOn', { name: duty.current!.party ?? '-' })}>
      <p className={css.notes}>{t('handover.otherOnWhat')}</p>
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

/** The outgoing operator and the start of the sheet, previewed before saving. */
function Outgoing({ duty: { current, now } }: { duty: Duty }) {
  const { t, language } = useText()
  const { full_name: name } = useProfile()
  const zone = useZone() ?? 'UTC'
  if (current === null)
    return (
      <FormAlert kind="info" title={t('shiftLog.duty.nobody')}>
        <p className={css.notes}>{t('handover.nobodyOn', { name, hours: USUAL_HOURS })}</p>
        <ToLog />
      </FormAlert>
    )
  const long = duration(now - current.t, language)
  if (now - current.t > LONGEST_HOURS * HOUR)
    return <FormAlert kind="info">{t('handover.ownLong', { long, hours: LONGEST_HOURS })}</FormAlert>
  const time = timeNear(current.t, now, zone, language)
  return (
    <p className={css.notes}>
      {[current.shift, t('handover.own', { time, long })].filter(Boolean).join(' · ')}
    </p>
  )
}
