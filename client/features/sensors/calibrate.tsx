import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { calibrateSensor, type SensorRow } from '#contract/sensors.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { useForm } from '../../lib/form/index.ts'
import { useItems } from '../../lib/items.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog } from '../../ui/form/index.ts'
import { decimalsOf, isThere, withUnit } from '../../parts/devices/index.ts'
import { EffectiveFields, ItemEffect, itemsCss, useEffective } from '../../parts/described-items/index.ts'
import css from './sensors.module.css'

const LEVEL = 2
const rounded = (v: number) => Math.round(v * 1e6) / 1e6

/** Sets gain and offset from a time on, with a preview on the last reading. */
export function CalibrateSensor({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t, messageText, language } = useText()
  const { calibration: now, unit } = sensor
  const calibrate = useAct(calibrateSensor, { quiet: true })
  const described = useItems(now.on).data?.find((v) => v.id === now.item)
  const effective = useEffective({ from: now.from, to: null })
  const form = useForm({
    schema: calibrateSensor.body!,
    values: { gain: rounded(now.gain), offset: rounded(now.offset) },
    body: (values) => {
      const reason = effective.value.reason.trim()
      return {
        sensor_id: sensor.sensor_id,
        version: now.version,
        ...values,
        from: effective.peek()?.from ?? null,
        reason: reason === '' ? null : reason,
      }
    },
    rules: ({ gain }) => ({
      gain: parseDecimal(gain.typed) === 0 && t('sensors.gainZero'),
      from: effective.wrong,
    }),
    fields: ['from'],
  })
  const [gain, offset] = [form.number('gain'), form.number('offset')]
  const [staff, setStaff] = useState('')
  const level = parseDecimal(staff)
  const raw = isThere(sensor.quality.raw_data) ? sensor.raw_data : null
  const u = unit ?? ''
  // One more decimal than readings show elsewhere, since calibration decides about centimetres.
  const words = (v: number) => withUnit(v, u, language, decimalsOf(u) + 1)
  const fitting =
    raw !== null && gain !== null && typeof level === 'number' ? rounded(level - gain * raw) : null

  return (
    <FormDialog
      form={form}
      panel
      title={t('sensors.calibrateTitle', { name: sensor.name })}
      onSubmit={(body) => calibrate.run({ body })}
      done={t('sensors.calibrated', { name: sensor.name })}
      conflict={{ text: t('items.conflict') }}
      onClose={onClose}
    >
      <p className={itemsCss.text}>{t('sensors.calibrateAbout')}</p>
      {now.on === 'position' && (
        <p className={itemsCss.text}>
          {t('sensors.calibrateOnPosition', { name: sensor.target?.name ?? '' })}
        </p>
      )}
      <div className={itemsCss.row}>
        <TextInput {...form.decimal('gain')} label={t('sensors.gain')} inputMode="decimal" data-autofocus />
        <TextInput
          {...form.decimal('offset')}
          label={t(sensor.sensor_type === LEVEL ? 'sensors.offsetLevel' : 'sensors.offset')}
          inputMode="decimal"
        />
      </div>
      <p className={css.trial} aria-live="polite">
        {raw === null
          ? t('sensors.noReading')
          : t('sensors.now', {
              raw: words(raw),
              value: gain === null || offset === null ? '-' : words(gain * raw + offset),
            })}
      </p>
      {sensor.sensor_type === LEVEL && raw !== null && (
        <div className={css.staff}>
          <TextInput
            label={`${t('sensors.staff')} (${t('items.optional')})`}
            description={t('sensors.staffHint')}
            value={staff}
            inputMode="decimal"
            autoComplete="off"
            onChange={(e) => setStaff(e.currentTarget.value)}
            error={
              staff === '' || typeof level === 'number' ? undefined : messageText(level, { text: staff })
            }
          />
          {fitting !== null && (
            <Button variant="default" size="compact-sm" onClick={() => form.setNumber('offset', fitting)}>
              {t('sensors.takeOffset', { offset: String(fitting) })}
            </Button>
          )}
        </div>
      )}
      <EffectiveFields
        effective={effective}
        span={{ from: now.from, to: null }}
        error={form.errorOf('from')}
      />
      {described && (
        <ItemEffect
          noun={now.on}
          item={described}
          body={gain === null || gain === 0 || offset === null ? null : { ...described.body, gain, offset }}
          when={effective.peek()}
        />
      )}
    </FormDialog>
  )
}
