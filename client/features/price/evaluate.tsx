import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { HOUR } from '#core/time/units.ts'
import { READY_CALENDARS } from '#core/price/index.ts'
import { evaluateTariff } from '#contract/price.ts'
import { call } from '../../lib/client.ts'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime, number, upToSix } from '../../lib/format.ts'
import { useForm } from '../../lib/form/index.ts'
import { useItems, type ItemVersion } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Form } from '../../ui/form/index.ts'
import layoutCss from '../../ui/layout.module.css'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable, type FootCell } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import { useCalendars } from './names.ts'
import { periodsOf } from './periods.ts'
import css from './price.module.css'

type Answer = z.output<typeof evaluateTariff.data>

/** What periods of energy or power would earn by a tariff of the plant. */
export function EvaluateTab() {
  const { t } = useText()
  const tariffs = useItems('tariff')
  return (
    <Loaded query={tariffs} what={t('price.tab.tariffs')} height={320}>
      {(all) =>
        all.length === 0 ? (
          <Empty icon="price" title={t('price.tariff.none')} hint={t('price.evaluate.needsTariff')} />
        ) : (
          <Evaluate all={all} />
        )
      }
    </Loaded>
  )
}

function Evaluate({ all }: { all: readonly ItemVersion<'tariff'>[] }) {
  const { t, texts, language } = useText()
  const zone = useZone() ?? 'UTC'
  const { list } = useCalendars()
  const deductions = useItems('deduction')
  const [answer, setAnswer] = useState<{ data: Answer; of: string } | null>(null)
  const form = useForm({
    schema: evaluateTariff.body!,
    values: {
      tariff: all[0].id,
      kind: 'energy' as 'energy' | 'power',
      periods: '',
      market: '',
      contracted: '',
    },
    body: (v) => {
      const tariff = all.find((one) => one.id === v.tariff)!.body
      const value = periodsOf(v.periods, zone).periods
      const series = tariff.kind === 'series'
      return {
        calendar:
          tariff.calendar in READY_CALENDARS
            ? tariff.calendar
            : list.find((c) => c.id === tariff.calendar)?.calendar,
        tariff,
        zone,
        deductions: (deductions.data ?? []).map((d) => d.body),
        ...(v.kind === 'energy'
          ? { energy: value.map(({ from, to, value: kwh }) => ({ from, to, kwh })) }
          : { power: value.map(({ from, to, value: kw }) => ({ from, to, kw })) }),
        ...(series
          ? { market: periodsOf(v.market, zone).periods.map(({ value: price, ...p }) => ({ ...p, price })) }
          : {}),
        ...(series && tariff.contract?.series
          ? {
              contracted: periodsOf(v.contracted, zone).periods.map(({ value: kwh, ...p }) => ({
                ...p,
                kwh,
              })),
            }
          : {}),
      }
    },
    rules: (v) =>
      Object.fromEntries(
        (['periods', 'market', 'contracted'] as const).map((name) => {
          const { wrong } = periodsOf(v[name], zone)
          const missing = name === 'periods' && v.periods.trim() === ''
          if (missing) return [name, t('price.evaluate.required')]
          return [name, wrong.length > 0 && t('price.evaluate.wrongLine', { line: wrong[0] })]
        }),
      ),
  })
  const tariff = all.find((one) => one.id === form.values.tariff)!.body
  const of = JSON.stringify(form.values)
  const data = answer?.of === of ? answer.data : null
  const now = Math.floor(serverNow() / HOUR) * HOUR
  const line = (at: number, v: string) =>
    `${dateTime(at, zone, language)}; ${dateTime(at + HOUR / 2, zone, language)}; ${v}`
  const example = `${line(now - HOUR, '12500')}\n${line(now - HOUR / 2, '13100')}`

  /** The fault of a period with the line that it was typed in. */
  function faultsIn(error: unknown): string | undefined {
    if (!(error instanceof CallError) || !error.errors?.length) return undefined
    return error.errors
      .map(({ path, message }) => {
        const found = /^(energy|power|market|contracted)\.(\d+)/.exec(path)
        if (!found) return message
        const name = found[1] === 'market' || found[1] === 'contracted' ? found[1] : 'periods'
        const row = periodsOf(form.values[name], zone).lines[Number(found[2])]
        return `${t('price.evaluate.line', { line: row })}: ${message}`
      })
      .join('. ')
  }
  return (
    <div className={css.tool}>
      <Form
        form={form}
        className={layoutCss.fields}
        explain={faultsIn}
        onSubmit={async (body) => setAnswer({ data: await call(evaluateTariff, { body }), of })}
      >
        <p className={textCss.none}>{t('price.evaluate.about')}</p>
        <div className={css.fields}>
          <Choice
            label={texts.nounOf.tariff}
            data={all.map((one) => ({ value: one.id, label: one.body.name }))}
            value={form.values.tariff}
            onChange={(id) => form.set('tariff', id)}
          />
          <div>
            <span className={css.label} id="evaluate-kind">
              {t('price.evaluate.kind')}
            </span>
            <SegmentedControl
              fullWidth
              aria-labelledby="evaluate-kind"
              data={(['energy', 'power'] as const).map((value) => ({
                value,
                label: t(`price.evaluate.${value}`),
              }))}
              value={form.values.kind}
              onChange={(kind) => form.set('kind', kind as 'energy' | 'power')}
            />
          </div>
        </div>
        <Textarea
          {...form.text('periods')}
          label={t(`price.evaluate.periods.${form.values.kind}`)}
          description={t('price.evaluate.periodsHint')}
          placeholder={example}
          autosize
          minRows={4}
          maxRows={14}
          className={css.periods}
        />
        {tariff.kind === 'series' && (
          <Textarea
            {...form.text('market')}
            label={t('price.evaluate.market')}
            autosize
            minRows={3}
            maxRows={10}
            className={css.periods}
          />
        )}
        {tariff.kind === 'series' && tariff.contract?.series && (
          <Textarea
            {...form.text('contracted')}
            label={t('price.evaluate.contracted')}
            autosize
            minRows={3}
            maxRows={10}
            className={css.periods}
          />
        )}
        <div>
          <Button type="submit" loading={form.busy}>
            {t('price.compute')}
          </Button>
        </div>
      </Form>
      {data && <Result data={data} />}
    </div>
  )
}

function Result({ data }: { data: Answer }) {
  const { t, texts } = useText()
  const named = (c: Answer['classes'][number]) =>
    (texts.price.ready.classes as Record<string, string>)[c.name] ?? c.name
  const rows = [
    ...data.deductions.map((d) => ({
      key: d.name,
      name: d.deducted ? d.name : `${d.name} (${t('price.deduction.shown')})`,
      vnd: d.deducted ? -d.vnd : d.vnd,
    })),
    ...(data.deductions.length > 0 ? [{ key: 'net', name: t('price.evaluate.net'), vnd: data.net_vnd }] : []),
  ]
  return (
    <section aria-label={t('price.result')} aria-live="polite" className={css.earned}>
      {data.estimate && <p className={textCss.none}>{t('price.estimate')}</p>}
      <DataTable
        label={t('price.result')}
        rows={data.classes}
        rowKey={(c) => c.class}
        columns={[
          { id: 'class', head: t('fieldOf.calendar.classes.self'), rowHeader: true, value: named },
          {
            id: 'hours',
            head: t('price.hours'),
            align: 'number',
            value: (c) => c.hours,
            cell: (c) => number(c.hours, 2),
          },
          { id: 'kwh', head: 'kWh', align: 'number', value: (c) => c.kwh, cell: (c) => number(c.kwh, 0) },
          {
            id: 'price',
            head: t('price.perKwh'),
            align: 'number',
            value: (c) => c.price,
            cell: (c) => upToSix(c.price),
          },
          { id: 'vnd', head: 'VND', align: 'number', value: (c) => c.vnd, cell: (c) => number(c.vnd, 0) },
        ]}
        foot={[
          [
            { content: t('price.total'), rowHeader: true },
            { content: '' },
            { content: number(data.kwh, 0), align: 'number' },
            { content: upToSix(data.mean_price), align: 'number' },
            { content: number(data.vnd, 0), align: 'number' },
          ],
          ...rows.map((r): FootCell[] => [
            { content: r.name, span: 4, rowHeader: true },
            { content: number(r.vnd, 0), align: 'number' },
          ]),
        ]}
      />
    </section>
  )
}
