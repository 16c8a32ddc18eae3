import { number, upToSix } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import {
  CheckField,
  ItemList,
  NumberField,
  TextField,
  WordChoice,
} from '../../parts/described-items/index.ts'

/** What is paid from revenue, or shown beside it. */
export function DeductionsTab() {
  const { t, texts } = useText()
  return (
    <ItemList
      noun="deduction"
      update="price"
      icon="minus"
      label={t('price.tab.deductions')}
      columns={[
        {
          label: t('fieldOf.deduction.kind'),
          cell: (b) => (b.kind === 'rate' ? texts.valueOf.of_revenue : texts.valueOf.per_kwh),
        },
        {
          label: t('price.deduction.amount'),
          number: true,
          cell: (b) =>
            b.kind === 'rate'
              ? `${number(100 * (b.rate ?? 0), 2)} %${b.basePrice ? ` · ${upToSix(b.basePrice)} VND/kWh` : ''}`
              : `${upToSix(b.amount)} VND/kWh`,
        },
        {
          label: t('fieldOf.deduction.deducted'),
          cell: (b) => (b.deducted ? texts.valueOf.yes : t('price.deduction.shown')),
        },
      ]}
      words={{
        add: t('price.deduction.add'),
        none: t('price.deduction.none'),
        hint: t('price.deduction.noneHint'),
        hintView: t('price.deduction.noneHint'),
      }}
      start={() => ({ name: '', kind: 'per_kwh', amount: { typed: '' }, deducted: true })}
      form={(form) => <DeductionForm form={form} />}
    />
  )
}

function DeductionForm({ form }: { form: AnyForm }) {
  const { t, texts } = useText()
  const rate = form.get('kind') === 'rate'

  function becomes(next: string) {
    form.set('amount', next === 'rate' ? undefined : { typed: '' })
    form.set('rate', next === 'rate' ? { typed: '' } : undefined)
    form.set('basePrice', undefined)
  }
  return (
    <>
      <TextField path="name" data-autofocus maxLength={200} />
      <WordChoice
        path="kind"
        data={['per_kwh', { value: 'rate', label: texts.valueOf.of_revenue }]}
        onPick={becomes}
      />
      {rate ? (
        <>
          <NumberField path="rate" description={t('price.deduction.rateHint')} />
          <NumberField path="basePrice" optional description={t('price.deduction.baseHint')} />
        </>
      ) : (
        <NumberField path="amount" />
      )}
      <CheckField path="deducted" description={t('price.deduction.deductedHint')} />
    </>
  )
}
