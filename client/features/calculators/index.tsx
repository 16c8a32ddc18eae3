import { Button, Checkbox } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { getCalculatorInputs } from '#contract/calculators.ts'
import { callWithMeta } from '../../lib/client.ts'
import { useForm } from '../../lib/form/index.ts'
import { serverNow } from '../../lib/clock.ts'
import {
  NOTHING,
  dateTime,
  differenceShown,
  number,
  signed,
  unit as screenUnit,
  upToSix,
} from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { CurveChart } from '../../ui/curve/index.ts'
import { Failure, Form, FormAlert } from '../../ui/form/index.ts'
import { Loaded } from '../../ui/state.tsx'
import { FieldsOf, NumberField } from '../../parts/described-items/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './calculators.module.css'
import { inflowDrawing, storageDrawing } from './drawing.ts'
import {
  CALCULATOR_KINDS,
  type CalculatorField,
  type CalculatorKind,
  type CalculatorOutput,
  type Inputs,
} from './kinds.ts'

interface Props {
  kind: CalculatorKind
}

/** A calculator: fields prefilled with present values, its formula, its result and a drawing. */
export default function Calculator({ kind }: Props) {
  const { t } = useText()
  // Present values are read once, and again on request, so that nothing changes while the user types.
  const inputs = useRead(
    getCalculatorInputs,
    {},
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, quiet: true },
  )
  return (
    <Loaded query={inputs} what={t(`calculator.title.${kind}`)}>
      {(data) => (
        <Fields
          key={kind}
          kind={kind}
          inputs={data}
          again={() => void inputs.refetch()}
          at={inputs.dataUpdatedAt}
        />
      )}
    </Loaded>
  )
}

const written = (v: number, { decimals, signed: plus }: CalculatorOutput): string =>
  decimals === undefined ? upToSix(v) : plus ? signed(v, decimals) : number(v, decimals)

function startOf(fields: readonly CalculatorField[], inputs: Inputs): Record<string, number> {
  return Object.fromEntries(
    fields.flatMap(({ name, from, start }) => {
      const value = (from ? inputs[from] : null) ?? start
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function Fields({ kind, inputs, again, at }: Props & { inputs: Inputs; again: () => void; at: number }) {
  const { t, texts, language } = useText()
  const zone = useZone()
  const { endpoint, fields, formula, outputs, chart } = CALCULATOR_KINDS[kind]
  const form = useForm({ schema: endpoint.body!, values: startOf(fields, inputs) })
  const [mean, setMean] = useState(false)
  const [result, setResult] = useState<{ data: unknown; warnings: string[]; input: string } | null>(null)
  const [filled, setFilled] = useState(at)
  const label = useId()
  const words = texts.calculator
  const unitOf = (unit: CalculatorField['unit']) =>
    unit === '' ? '' : unit === 'm' ? 'm' : unit === 'm3/s' ? screenUnit('flow', language) : words.unit[unit]
  const value = (name: string) => form.number(name)

  // Reading again replaces typed values by those that are known.
  if (filled !== at) {
    setFilled(at)
    for (const [name, v] of Object.entries(startOf(fields, inputs))) form.setNumber(name, v)
    setResult(null)
  }

  async function submit(entered: unknown) {
    const body = { ...(entered as object), ...(kind === 'discharge' ? { mean_over_T: mean } : {}) }
    try {
      const { data, meta } = await callWithMeta(endpoint, { body })
      setResult({ data, warnings: (meta.warnings as string[] | undefined) ?? [], input: stateOf() })
    } catch (error) {
      setResult(null)
      throw error
    }
  }
  const stateOf = () => JSON.stringify([fields.map((f) => value(f.name)), mean])
  // A result is shown only for the input that it was computed from.
  const shown = result && result.input === stateOf() ? result : null
  const out = (name: string | null) =>
    shown === null
      ? null
      : name === null
        ? (shown.data as number)
        : (shown.data as Record<string, number>)[name]

  const [z1, z2, QIN, TANA, T] = ['Z1', 'Z2', 'QIN', 'TANA', 'T'].map(value)
  const drawing = useMemo(() => {
    if (chart === 'storage') {
      const levels = [
        { name: 'Z1', z: z1 },
        { name: 'Z2', z: z2 },
      ]
      return storageDrawing(inputs, levels, words.chart, words.unit.mcm)
    }
    return chart === 'inflow' ? inflowDrawing(inputs, { QIN, TANA, T }, serverNow(), words.chart) : null
  }, [chart, inputs, words, z1, z2, QIN, TANA, T])
  const bounds =
    inputs.min_possible_water_level === null
      ? undefined
      : t('calculator.bounds', {
          min: number(inputs.min_possible_water_level, 2),
          max: number(inputs.max_possible_water_level, 2),
        })
  const known = fields.some((f) => f.from && inputs[f.from] !== null)

  return (
    <Form form={form} onSubmit={submit} alert={false} className={layoutCss.fields} aria-labelledby={label}>
      <p id={label} className={textCss.none}>
        {words.about[kind]}
      </p>
      <dl className={css.formula}>
        <dt>{words.formula}</dt>
        <dd>{kind === 'discharge' && mean ? 'QX = QIN + tan α · T / 2 − QPLANT' : formula}</dd>
      </dl>
      <div className={css.now}>
        <span>
          {known && inputs.at !== null
            ? t('calculator.filledAt', { time: dateTime(inputs.at, zone ?? 'UTC', language) })
            : words.notFilled}
        </span>
        <Button size="compact-sm" variant="default" onClick={again}>
          {words.refill}
        </Button>
      </div>
      <div className={css.fields}>
        <FieldsOf form={form} noun="calculator">
          {fields.map((f) => (
            <NumberField
              key={f.name}
              path={f.name}
              label={words.field[f.label]}
              unit={unitOf(f.unit)}
              description={f.hint === 'bounds' ? bounds : f.hint === 'share' ? words.field.Chint : undefined}
            />
          ))}
        </FieldsOf>
      </div>
      {kind === 'discharge' && (
        <Checkbox
          checked={mean}
          onChange={(e) => setMean(e.currentTarget.checked)}
          label={words.field.mean}
        />
      )}
      <Failure form={form} />
      <Button type="submit" loading={form.busy}>
        {words.run}
      </Button>
      <dl className={css.results} aria-live="polite" aria-label={words.result}>
        {outputs.map((o) => {
          const v = o.less ? differenceShown(out(o.less[0]), out(o.less[1]), o.decimals!) : out(o.name)
          return (
            <div key={o.label}>
              <dt>{words.out[o.label]}</dt>
              <dd>
                {v === null ? NOTHING : written(v, o)}
                <span>{unitOf(o.unit)}</span>
              </dd>
            </div>
          )
        })}
      </dl>
      {shown?.warnings.map((w) => (
        <FormAlert key={w} kind="info">
          {words.warning[w as keyof typeof words.warning] ?? w}
        </FormAlert>
      ))}
      {drawing && (
        <CurveChart
          label={chart === 'storage' ? words.chart.storage : words.chart.inflow}
          drawing={drawing}
          height={240}
          at={chart === 'storage' ? z1 : 0}
          empty={words.chart.empty}
        />
      )}
    </Form>
  )
}
