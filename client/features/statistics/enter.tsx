import { TextInput } from '@mantine/core'
import { listErlogs, listErlogVersions, upsertErlog, type EnteredDay } from '#contract/erlogs.ts'
import { call } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import textCss from '../../ui/text.module.css'
import { VersionsDialog } from '../../ui/versions/index.tsx'
import { dayName } from './words.ts'

interface EnterProps {
  day: EnteredDay
  onClose: () => void
}

const valuesOf = ({ e, r, version }: EnteredDay) => ({ e, r, reason: '', version })

/** Enters or changes energy and revenue of a day. */
export function EnterDay({ day, onClose }: EnterProps) {
  const { t, language } = useText()
  const save = useAct(upsertErlog, { quiet: true })
  const { day_string } = day
  const name = dayName(day_string, language)
  const form = useForm({
    schema: upsertErlog.body!,
    values: valuesOf(day),
    body: (values) => ({ ...values, day_string }),
  })
  return (
    <FormDialog
      form={form}
      title={t('statistics.enterTitle', { day: name })}
      onSubmit={(body) => save.run({ body })}
      done={t('statistics.saved', { day: name })}
      conflict={{
        text: t('statistics.conflict'),
        reload: async () => {
          const [now] = await call(listErlogs, { body: { from: day_string, to: day_string } })
          form.restart(valuesOf(now))
        },
      }}
      onClose={onClose}
    >
      <p className={textCss.hint}>{t('statistics.enterHint')}</p>
      {!day.over && <p className={textCss.problem}>{t('statistics.enterRunning')}</p>}
      <TextInput
        {...form.decimal('e', null)}
        label={t('statistics.e')}
        description={t('statistics.unknown')}
        inputMode="decimal"
        data-autofocus
      />
      <TextInput
        {...form.decimal('r', null)}
        label={t('statistics.r')}
        description={t('statistics.unknown')}
        inputMode="decimal"
      />
      <ReasonField {...form.text('reason')} />
    </FormDialog>
  )
}

/** Every version of what was entered for a day. */
export function EnteredHistory(props: { day: string; zone: string; onClose: () => void }) {
  const { day, zone, onClose } = props
  const { t, language } = useText()
  const query = useRead(
    listErlogVersions,
    { params: { day } },
    {
      staleTime: 0,
      quiet: true,
      select: (list) =>
        list.map((v, i) => ({
          ...v,
          recorded_at: v.entered_at ?? 0,
          recorded_by_name: v.entered_by_name,
          superseded_at: list[i - 1]?.entered_at ?? null,
          superseded_by_name: list[i - 1]?.entered_by_name ?? null,
          superseded_reason: list[i - 1]?.reason ?? null,
        })),
    },
  )
  return (
    <VersionsDialog
      title={t('statistics.historyTitle', { day: dayName(day, language) })}
      query={query}
      what={t('statistics.history')}
      texts={{
        by: (author, at) =>
          t('statistics.who', {
            who: author ?? t('statistics.program'),
            when: dateTime(at, zone, language),
          }),
        because: (reason) => t('statistics.because', { reason }),
        withdrawn: t('statistics.withdrawn'),
      }}
      contentOf={(v) => ({
        what: t(v.version === 1 ? 'statistics.wrote' : 'statistics.corrected'),
        content: (
          <>
            {number(v.e, 0)} kWh · {number(v.r, 0)} VND
          </>
        ),
        words: [[t('statistics.reason'), v.version === 1 ? v.reason : null]],
      })}
      onClose={onClose}
    />
  )
}
