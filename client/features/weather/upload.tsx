import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { uploadForecast, WEATHER_BODY_LIMIT } from '#contract/weather.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { useForm } from '../../lib/form/index.ts'
import { number } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN } from '../../lib/local-time.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FileDrop, FormDialog } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './weather.module.css'

const TYPES = '.csv,.txt,.tsv,.xlsx,.xlsb,.xls,.ods'

/** Uploads a forecast as a table. */
export function UploadForecast({ onClose }: { onClose: () => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const [file, setFile] = useState<File | null>(null)
  const upload = useAct(uploadForecast, { quiet: true })
  const form = useForm({
    schema: uploadForecast.query!,
    values: { model: '', run_at: '' },
    body: ({ model, run_at }) => ({
      name: file?.name ?? '',
      model,
      ...(run_at === '' ? {} : { run_at: parseLocalTime(run_at, zone) ?? run_at }),
    }),
  })
  return (
    <FormDialog
      form={form}
      panel
      title={t('weatherPage.uploadTitle')}
      act={t('weatherPage.uploadAct')}
      ready={file !== null}
      unsaved={file !== null}
      onSubmit={(query) => upload.run({ query: { ...query, check: 'false' }, file: bytesOf(file!) })}
      onDone={(stored) => {
        const { places, instants, unchanged } = stored
        notice(
          'done',
          unchanged
            ? t('weatherPage.uploadSame')
            : t('weatherPage.uploaded', { places: number(places, 0), instants: number(instants, 0) }),
        )
        onClose()
      }}
      onClose={onClose}
    >
      <p className={textCss.hint}>{t('weatherPage.uploadAbout')}</p>
      <TextInput
        {...form.text('model')}
        label={t('weatherPage.uploadModel')}
        description={t('weatherPage.uploadModelHint')}
        data-autofocus
      />
      <TextInput
        {...form.text('run_at')}
        label={t('weatherPage.uploadRun')}
        placeholder={TIME_PATTERN[language]}
        autoComplete="off"
      />
      <FileDrop
        label={t('weatherPage.uploadFile')}
        accept={TYPES}
        limit={WEATHER_BODY_LIMIT}
        tooLarge={(name) => t('imports.tooLarge', { name })}
        onFile={setFile}
        className={css.drop}
        held={file !== null}
      >
        {(choose) => (
          <>
            <Button variant="default" leftSection={<Icon name="upload" size={16} />} onClick={choose}>
              {t('imports.choose')}
            </Button>
            <span className={textCss.small}>{file?.name ?? t('imports.dropHint')}</span>
          </>
        )}
      </FileDrop>
    </FormDialog>
  )
}
