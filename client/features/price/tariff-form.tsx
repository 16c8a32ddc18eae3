import { Button, Checkbox } from '@mantine/core'
import type { PriceCalendar } from '#core/price/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import {
  itemsCss,
  NumberField,
  SeriesField,
  TextField,
  useField,
  WordChoice,
} from '../../parts/described-items/index.ts'
import { RecordRows } from '../../parts/settings-forms/rows.tsx'
import { Choice } from '../../ui/choice/index.tsx'
import { seasonsOf, useCalendars } from './names.ts'

const EMPTY_PRICE = { typed: '' }

/** Fields that a kind has; those of the others are removed with the choice. */
const OF_KIND = {
  table: { prices: [] },
  flat: { price: EMPTY_PRICE },
  series: { series: '' },
} as const
const OTHERS = ['prices', 'capacity', 'surplus', 'price', 'series', 'contract'] as const

/** Fields of a tariff, by its kind. */
export function TariffForm({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t, texts } = useText()
  const { list } = useCalendars()
  const calendar = list.find((c) => c.id === form.get('calendar'))?.calendar
  const kind = String(form.get('kind')) as keyof typeof OF_KIND

  function becomes(next: string) {
    for (const key of OTHERS) form.set(key, undefined)
    for (const [key, value] of Object.entries(OF_KIND[next as keyof typeof OF_KIND])) form.set(key, value)
  }
  return (
    <>
      <TextField path="name" data-autofocus maxLength={200} />
      <WordChoice path="kind" data={['table', 'flat', 'series']} onPick={becomes} />
      <WordChoice
        path="calendar"
        description={t('price.tariff.calendarHint')}
        data={list.map((c) => ({
          value: c.id,
          label: c.ready ? `${c.calendar.name} (${t('price.ready.mark')})` : c.calendar.name,
        }))}
      />
      {calendar && calendar.regions.length > 0 && (
        <WordChoice path="region" data={calendar.regions.map((value) => ({ value, label: value }))} />
      )}
      {kind === 'flat' && <NumberField path="price" />}
      {kind === 'table' && (
        <>
          <Prices path="prices" calendar={calendar} hint={t('price.tariff.pricesHint')}>
            {!readOnly && <Complete form={form} calendar={calendar} />}
          </Prices>
          <Prices path="capacity" calendar={calendar} hint={t('price.tariff.capacityHint')} />
          <Checkbox
            label={texts.fieldOf.tariff.surplus.self}
            description={t('price.tariff.surplusHint')}
            checked={Boolean(form.raw('surplus'))}
            onChange={(e) =>
              form.set(
                'surplus',
                e.currentTarget.checked
                  ? { rule: 'above_power', power: EMPTY_PRICE, prices: [{ price: EMPTY_PRICE }] }
                  : undefined,
              )
            }
          />
          {Boolean(form.raw('surplus')) && <Surplus form={form} calendar={calendar} />}
        </>
      )}
      {kind === 'series' && <Market form={form} />}
    </>
  )
}

/** A list of prices by class and season. */
function Prices(props: {
  path: string
  calendar: PriceCalendar | undefined
  hint: string
  /** Whether a price may be one of every class. */
  anyClass?: boolean
  children?: React.ReactNode
}) {
  const { path, calendar, hint, anyClass = false, children } = props
  const { t } = useText()
  const classes = (calendar?.classes ?? []).map((c) => ({ value: c.code, label: c.name }))
  const seasons = seasonsOf(calendar).map((s) => ({ value: s.code, label: s.name }))
  const regions = (calendar?.regions ?? []).map((value) => ({ value, label: value }))
  return (
    <>
      <RecordRows
        path={path}
        hint={hint}
        empty={t('price.tariff.noPrices')}
        add={t('price.tariff.addPrice')}
        start={{ ...(anyClass ? {} : { class: classes[0]?.value }), price: EMPTY_PRICE }}
      >
        {(row) => (
          <>
            {anyClass ? (
              <OfAny path={`${row}.class`} data={classes} any={t('price.every.class')} />
            ) : (
              <WordChoice path={`${row}.class`} data={classes} />
            )}
            {seasons.length > 0 && (
              <OfAny path={`${row}.season`} data={seasons} any={t('price.every.season')} />
            )}
            {regions.length > 0 && (
              <OfAny path={`${row}.region`} data={regions} any={t('price.every.region')} />
            )}
            <NumberField path={`${row}.price`} />
          </>
        )}
      </RecordRows>
      {children}
    </>
  )
}

/** A choice of one, or of every one: then the field is left out. */
export function OfAny(props: {
  path: string
  data: readonly { value: string; label: string }[]
  any: string
}) {
  const { form, path, label } = useField(props.path)
  return (
    <Choice
      label={label}
      name={path}
      data={[{ value: '', label: props.any }, ...props.data]}
      value={String(form.get(path) ?? '')}
      error={form.errorOf(path)}
      onChange={(value) => form.set(path, value === '' ? undefined : value)}
    />
  )
}

/** Adds a row for each class and season that has no price yet. */
function Complete({ form, calendar }: { form: AnyForm; calendar: PriceCalendar | undefined }) {
  const { t } = useText()
  if (!calendar) return null
  const rows = form.list('prices') as { class?: string; season?: string }[]
  const seasons = seasonsOf(calendar).map((s) => s.code)
  const missing = calendar.classes.flatMap(({ code }) =>
    (seasons.length > 0 ? seasons : [undefined])
      .filter(
        (season) =>
          calendar.bands.some((b) => b.class === code && (!b.season || b.season === season)) &&
          !rows.some((r) => r.class === code && (!r.season || r.season === season)),
      )
      .map((season) => ({ class: code, ...(season ? { season } : {}), price: EMPTY_PRICE })),
  )
  if (missing.length === 0) return null
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => form.set('prices', [...form.list('prices'), ...missing])}
      >
        {t('price.tariff.complete', { n: missing.length })}
      </Button>
    </div>
  )
}

function Surplus({ form, calendar }: { form: AnyForm; calendar: PriceCalendar | undefined }) {
  const { t } = useText()
  // A tariff may still have the rule from before it was refused: it is shown until another is chosen.
  const isEntered = form.get('surplus.rule') === 'entered'
  return (
    <fieldset className={itemsCss.group}>
      <WordChoice
        path="surplus.rule"
        data={isEntered ? ['entered', 'above_power'] : ['above_power']}
        description={isEntered ? t('price.tariff.surplusEntered') : undefined}
        onPick={(rule) => form.set('surplus.power', rule === 'above_power' ? EMPTY_PRICE : undefined)}
      />
      {form.get('surplus.rule') === 'above_power' && <NumberField path="surplus.power" />}
      <Prices path="surplus.prices" calendar={calendar} hint={t('price.tariff.surplusPricesHint')} anyClass />
    </fieldset>
  )
}

function Market({ form }: { form: AnyForm }) {
  const { t, texts } = useText()
  const contract = Boolean(form.raw('contract'))
  return (
    <>
      <SeriesField path="series" units={['VND/kWh']} description={t('price.tariff.marketHint')} />
      <Checkbox
        label={texts.fieldOf.tariff.contract.self}
        description={t('price.tariff.contractHint')}
        checked={contract}
        onChange={(e) =>
          form.set(
            'contract',
            e.currentTarget.checked ? { price: EMPTY_PRICE, power: EMPTY_PRICE } : undefined,
          )
        }
      />
      {contract && (
        <fieldset className={itemsCss.group}>
          <NumberField path="contract.price" />
          <NumberField path="contract.power" optional />
          <SeriesField path="contract.series" units={['kWh']} empty={null} optional />
        </fieldset>
      )}
    </>
  )
}
