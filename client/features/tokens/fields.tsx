import { Alert, Checkbox, MultiSelect, Radio, Skeleton, TextInput } from '@mantine/core'
import { SCOPES } from '#contract/tokens.ts'
import type { CallError } from '../../lib/call-error.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Failed } from '../../ui/state.tsx'
import { choices, withScope, type Draft, type problemsOf } from './draft.ts'
import { useSeries } from './queries.ts'
import css from './tokens.module.css'

interface Given {
  draft: Draft
  change: (part: Partial<Draft>) => void
  problems: ReturnType<typeof problemsOf>
  /** What the server said no to. */
  failure: CallError | null
}

export function Fields({ draft, change, problems, failure }: Given) {
  const { t } = useText()
  const wrong = (field: 'name' | 'scopes' | 'series') => {
    const own = problems[field]
    if (own) return t(`tokens.problem.${own}`)
    return failure?.errors.find((e) => e.path === field || e.path.startsWith(`${field}.`))?.message
  }
  const scopes = wrong('scopes')
  return (
    <div className={css.fields}>
      {failure && failure.errors.length === 0 && (
        <Alert role="alert" variant="outline" icon={<Icon name="warning" />} className={css.failure}>
          {failure.status === 0 ? t('error.network') : failure.message}
          {failure.incident && ` · ${t('error.incident', { incident: failure.incident })}`}
        </Alert>
      )}
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        data-autofocus
        autoComplete="off"
        value={draft.name}
        onChange={(e) => change({ name: e.currentTarget.value })}
        error={wrong('name')}
      />
      <fieldset className={css.group} aria-describedby={scopes ? 'scopes-wrong' : undefined}>
        <legend>{t('tokens.scopes')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`tokens.scope.${scope}`)}
            description={t(`tokens.scopeHint.${scope}`)}
            checked={draft.scopes.includes(scope)}
            onChange={(e) => change({ scopes: withScope(draft.scopes, scope, e.currentTarget.checked) })}
          />
        ))}
        {scopes && (
          <div className={css.wrong} id="scopes-wrong" role="alert">
            {scopes}
          </div>
        )}
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('tokens.series')}</legend>
        <Radio
          name="limit"
          label={t('tokens.allSeries')}
          checked={!draft.limited}
          onChange={() => change({ limited: false })}
        />
        <Radio
          name="limit"
          label={t('tokens.onlySeries')}
          checked={draft.limited}
          onChange={() => change({ limited: true })}
        />
        {draft.limited && <Limit draft={draft} change={change} wrong={wrong('series')} />}
      </fieldset>
    </div>
  )
}

function Limit({ draft, change, wrong }: Pick<Given, 'draft' | 'change'> & { wrong: string | undefined }) {
  const { t } = useText()
  const series = useSeries(true)
  if (series.error && !series.data)
    return <Failed what={t('tokens.series')} error={series.error} retry={() => void series.refetch()} />
  if (!series.data) return <Skeleton height={36} aria-busy aria-label={t('tokens.series')} />
  const offered = choices(series.data, draft.scopes)
  const known = new Map(offered.map((s) => [s.code, s]))
  return (
    <MultiSelect
      aria-label={t('tokens.onlySeries')}
      placeholder={draft.series.length === 0 ? t('tokens.pick') : undefined}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={240}
      nothingFoundMessage={t(offered.length === 0 ? 'tokens.noSeries' : 'tokens.noMatch')}
      clearButtonProps={{ 'aria-label': t('tokens.clear') }}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      data={offered.map((s) => ({ value: s.code, label: s.code }))}
      value={draft.series.filter((code) => known.has(code))}
      onChange={(codes) => change({ series: codes })}
      error={wrong}
      // Codes are for machines: people look for the name.
      filter={({ options, search }) => {
        const wanted = search.trim().toLowerCase()
        return options.filter((o) => {
          if (!('value' in o)) return false
          const s = known.get(String(o.value))
          return `${s?.code} ${s?.name}`.toLowerCase().includes(wanted)
        })
      }}
      renderOption={({ option }) => {
        const s = known.get(String(option.value))
        return (
          <span className={css.option}>
            <span className={css.code}>{option.value}</span>
            <span className={css.small}>{s && [s.name, s.unit].filter(Boolean).join(' · ')}</span>
          </span>
        )
      }}
    />
  )
}
