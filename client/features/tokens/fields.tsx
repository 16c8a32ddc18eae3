import { Checkbox, MultiSelect, Radio, Skeleton, TextInput } from '@mantine/core'
import { SCOPES } from '#contract/tokens.ts'
import type { FormApi } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'
import { Failed } from '../../ui/state.tsx'
import { choices, withScope, type TokenDraft } from './draft.ts'
import { useTokenSeries } from './queries.ts'
import css from './tokens.module.css'

type Props = { form: FormApi<TokenDraft, unknown> }

export function TokenFields({ form }: Props) {
  const { t } = useText()
  const { scopes: chosen, limited } = form.values
  const scopes = form.errorIn('scopes')
  return (
    <>
      <TextInput
        {...form.text('name')}
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        data-autofocus
      />
      <fieldset className={css.group} aria-describedby={scopes ? 'scopes-wrong' : undefined}>
        <legend>{t('tokens.scopes')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`tokens.scope.${scope}`)}
            description={t(`tokens.scopeHint.${scope}`)}
            checked={chosen.includes(scope)}
            onChange={(e) => form.set('scopes', withScope(chosen, scope, e.currentTarget.checked))}
          />
        ))}
        {scopes && (
          <div className={css.wrong} id="scopes-wrong" role="alert" data-wrong tabIndex={-1}>
            {scopes}
          </div>
        )}
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('tokens.series')}</legend>
        <Radio
          name="limit"
          label={t('tokens.allSeries')}
          checked={!limited}
          onChange={() => form.set('limited', false)}
        />
        <Radio
          name="limit"
          label={t('tokens.onlySeries')}
          checked={limited}
          onChange={() => form.set('limited', true)}
        />
        {limited && <Limit form={form} />}
      </fieldset>
    </>
  )
}

function Limit({ form }: Props) {
  const { t } = useText()
  const series = useTokenSeries(true)
  if (series.error && !series.data)
    return <Failed what={t('tokens.series')} error={series.error} retry={() => void series.refetch()} />
  if (!series.data) return <Skeleton height={36} aria-busy aria-label={t('tokens.series')} />
  const offered = choices(series.data, form.values.scopes)
  const known = new Map(offered.map((s) => [s.code, s]))
  return (
    <MultiSelect
      aria-label={t('tokens.onlySeries')}
      placeholder={form.values.series.length === 0 ? t('tokens.pick') : undefined}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={240}
      nothingFoundMessage={t(offered.length === 0 ? 'tokens.noSeries' : 'tokens.noMatch')}
      clearButtonProps={{ 'aria-label': t('tokens.clear') }}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      data={offered.map((s) => ({ value: s.code, label: s.code }))}
      value={form.values.series.filter((code) => known.has(code))}
      onChange={(codes) => form.set('series', codes)}
      error={form.errorIn('series')}
      // Codes are for machines: people search by name.
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
          <OptionLines
            name={<span className={css.code}>{option.value}</span>}
            lines={[s && [s.name, s.unit].filter(Boolean).join(' · ')]}
          />
        )
      }}
    />
  )
}
