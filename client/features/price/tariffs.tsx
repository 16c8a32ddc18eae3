import { upToSix } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import type { ItemBody } from '../../lib/items.ts'
import { ItemList } from '../../parts/described-items/index.ts'
import { useCalendars } from './names.ts'
import { TariffForm } from './tariff-form.tsx'

/** The least and the greatest price of a tariff, VND/kWh; the only one. */
function pricesOf(tariff: ItemBody<'tariff'>): string {
  const prices = tariff.kind === 'table' ? (tariff.prices ?? []).map((p) => p.price) : [tariff.price]
  const known = prices.filter((p) => typeof p === 'number')
  if (known.length === 0) return '-'
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return low === high ? upToSix(low) : `${upToSix(low)} – ${upToSix(high)}`
}

/** What the plant's energy is sold for. */
export function TariffsTab() {
  const { t, texts } = useText()
  const { list } = useCalendars()
  const kindOf = (b: ItemBody<'tariff'>) =>
    b.surplus?.rule === 'entered'
      ? `${texts.valueOf[b.kind]} (${t('price.tariff.surplusNone')})`
      : texts.valueOf[b.kind]
  return (
    <ItemList
      noun="tariff"
      update="price"
      icon="price"
      label={t('price.tab.tariffs')}
      columns={[
        { label: t('fieldOf.tariff.kind'), cell: kindOf },
        {
          label: t('fieldOf.tariff.calendar'),
          cell: (b) => list.find((c) => c.id === b.calendar)?.calendar.name ?? b.calendar,
        },
        { label: t('price.perKwh'), number: true, cell: pricesOf },
      ]}
      words={{
        add: t('price.tariff.add'),
        none: t('price.tariff.none'),
        hint: t('price.tariff.noneHint'),
        hintView: t('price.tariff.noneHint'),
      }}
      start={() => ({
        name: '',
        kind: 'table',
        calendar: list[0]?.id,
        currency: 'VND',
        prices: [],
      })}
      form={(form, readOnly) => <TariffForm form={form} readOnly={readOnly} />}
    />
  )
}
