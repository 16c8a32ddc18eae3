import { Button, Checkbox, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  getWeatherSource,
  setWeatherSource,
  testWeatherSource,
  type WeatherSource,
  type WeatherTest,
} from '#contract/weather.ts'
import { useCan } from '../../lib/app-state.ts'
import { number } from '../../lib/format.ts'
import { useForm } from '../../lib/form/index.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog, Password, ReasonField } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './settings-forms.module.css'

/** The provider of weather forecasts: how it is asked, and a test of it. */
export function WeatherProvider() {
  const { texts, t } = useText()
  const words = texts.weatherPage.settings
  const source = useRead(getWeatherSource)
  const mayUpdate = useCan('settings.update')
  const [open, setOpen] = useState(false)
  return (
    <Loaded query={source} what={words.title} height={360}>
      {(held) => (
        <section className={layoutCss.columnWide} aria-label={words.title}>
          <header className={css.head}>
            <div className={css.about}>
              <h2 className={textCss.heading}>{words.title}</h2>
              <p className={css.small}>{words.about}</p>
              <p className={css.small}>
                {t('weatherPage.settings.places', {
                  grid: number(held.places.grid, 0),
                  stations: number(held.places.stations, 0),
                })}{' '}
                {held.places.left_out > 0 &&
                  t('weatherPage.settings.leftOut', { n: number(held.places.left_out, 0) })}
              </p>
            </div>
            {mayUpdate && (
              <Button
                leftSection={<Icon name="edited" size={16} />}
                aria-label={t('settingsPage.editOf', { what: words.title })}
                onClick={() => setOpen(true)}
              >
                {words.edit}
              </Button>
            )}
          </header>
          <ProviderFacts held={held} />
          {open && (
            <ProviderEditor
              held={held}
              reload={async () => (await source.refetch()).data}
              onClose={() => setOpen(false)}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}

function ProviderFacts({ held }: { held: WeatherSource }) {
  const { texts } = useText()
  const words = texts.weatherPage.settings
  const facts = [
    [words.state, held.enabled ? words.on : words.off],
    [words.every, `${held.every_hours} ${words.everyUnit}`],
    [words.models, held.models.join(', ')],
    [words.ensembleModels, held.ensemble_models.join(', ') || '-'],
    [words.address, held.address],
    [words.ensembleAddress, held.ensemble_address || '-'],
    [words.previousAddress, held.previous_address || '-'],
    [words.key, held.key ?? words.keyNone],
  ]
  return (
    <>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.small}>{words.keyHint}</p>
      <p className={css.small}>
        {words.attribution}:{' '}
        <a href={held.link} target="_blank" rel="noreferrer">
          {held.attribution}
        </a>
      </p>
    </>
  )
}

/** Names between commas. */
const listOf = (text: unknown) =>
  String(text)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const draftOf = (held: WeatherSource) => ({
  version: held.version,
  enabled: held.enabled,
  address: held.address,
  ensemble_address: held.ensemble_address,
  previous_address: held.previous_address,
  models: held.models.join(', '),
  ensemble_models: held.ensemble_models.join(', '),
  every_hours: held.every_hours,
  key: '',
  removeKey: false,
  reason: '',
})

function ProviderEditor(props: {
  held: WeatherSource
  reload: () => Promise<WeatherSource | undefined>
  onClose: () => void
}) {
  const { held, reload, onClose } = props
  const { texts, t } = useText()
  const words = texts.weatherPage.settings
  const test = useAct(testWeatherSource, { quiet: true })
  const save = useAct(setWeatherSource, { quiet: true })
  const form = useForm({
    schema: setWeatherSource.body!,
    values: draftOf(held),
    body: ({ removeKey, key, models, ensemble_models, ...rest }) => ({
      ...rest,
      models: listOf(models),
      ensemble_models: listOf(ensemble_models),
      ...(removeKey ? { key: null } : key === '' ? {} : { key }),
    }),
  })
  const body = form.peek()
  const tested = JSON.stringify(body)
  const [of, setOf] = useState<string | null>(null)
  return (
    <FormDialog
      form={form}
      panel
      title={words.title}
      onSubmit={(valid) => save.run({ body: valid })}
      done={words.saved}
      conflict={{
        text: words.conflict,
        reload: async () => {
          const now = await reload()
          if (now) form.restart(draftOf(now))
        },
      }}
      onClose={onClose}
      actions={
        <Button
          variant="default"
          loading={test.busy}
          onClick={() => {
            const valid = form.check()
            if (!valid) return
            const { version: _version, reason: _reason, ...source } = valid
            setOf(tested)
            void test.run({ body: source }).catch((error: unknown) => form.refuse(error))
          }}
        >
          {words.test}
        </Button>
      }
    >
      {test.data && of === tested && <TestResult result={test.data} />}
      <Switch {...form.checked('enabled')} label={words.enabled} />
      <TextInput
        {...form.text('models')}
        error={form.errorIn('models')}
        label={words.models}
        description={words.modelsHint}
      />
      <TextInput
        {...form.text('ensemble_models')}
        error={form.errorIn('ensemble_models')}
        label={words.ensembleModels}
        description={words.ensembleModelsHint}
      />
      <TextInput
        {...form.decimal('every_hours')}
        label={`${words.every} (${words.everyUnit})`}
        inputMode="numeric"
      />
      <TextInput {...form.text('address')} label={words.address} inputMode="url" />
      <TextInput
        {...form.text('ensemble_address')}
        label={words.ensembleAddress}
        description={words.ensembleHint}
        inputMode="url"
      />
      <TextInput
        {...form.text('previous_address')}
        label={words.previousAddress}
        description={words.previousHint}
        inputMode="url"
      />
      <Password
        {...form.text('key')}
        label={words.key}
        description={words.keyHint}
        placeholder={held.key === null ? words.keyNone : t('weatherPage.settings.keyKept', { key: held.key })}
        autoComplete="off"
        disabled={form.values.removeKey}
      />
      {held.key !== null && <Checkbox {...form.checked('removeKey')} label={words.removeKey} />}
      <ReasonField {...form.text('reason')} />
    </FormDialog>
  )
}

/** What came of a test, part by part. */
function TestResult({ result }: { result: WeatherTest }) {
  const { texts, t } = useText()
  const words = texts.weatherPage.settings
  return (
    <section aria-label={words.testing} aria-live="polite">
      <h3 className={textCss.heading}>{words.testing}</h3>
      <ul className={layoutCss.column}>
        {result.parts.map(({ part, problem, ms, models }) => (
          <li key={part} className={layoutCss.signLine} data-problem={problem ? true : undefined}>
            <Icon name={problem ? 'warning' : 'check'} size={16} />
            <span>
              <strong>{words.partOf[part]}</strong>:{' '}
              {problem
                ? problem.message
                : t('weatherPage.settings.answered', {
                    ms: number(ms, 0),
                    models: models
                      .map((m) =>
                        m.members > 0
                          ? `${m.model} (${t('weatherPage.members', { n: number(m.members, 0) })})`
                          : m.model,
                      )
                      .join(', '),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
