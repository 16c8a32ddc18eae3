import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { calibrateSensor, type SensorRow } from '#contract/sensors.ts'
import { parseDecimal } from '../../lib/decimal.ts'
import { useItems } from '../../lib/items.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { decimalsOf, isThere, withUnit } from '../../parts/devices/index.ts'
import { EffectiveFields, ItemEffect, itemsCss, useEffective } from '../../parts/described-items/index.ts'
import { ActPanel, refusalOf } from './act.tsx'
import { useAct } from './queries.ts'
import css from './sensors.module.css'

const LEVEL = 2
const plain = (v: number) => String(Math.round(v * 1e6) / 1e6)

/** Gain and offset from a time on, tried on the last reading while they are typed. */
export function Calibrate({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t, say, language } = useText()
  const { calibration: now, unit } = sensor
  const calibrate = useAct(calibrateSensor)
  const described = useItems(now.on).data?.find((v) => v.id === now.item)
  const effective = useEffective({ from: now.from, to: null })
  const [gain, setGain] = useState(plain(now.gain))
  const [offset, setOffset] = useState(plain(now.offset))
  const [staff, setStaff] = useState('')
  const [tried, setTried] = useState(false)

  const read = (text: string) => {
    const v = parseDecimal(text)
    return typeof v === 'number' ? { value: v, wrong: undefined } : { value: null, wrong: say(v, { text }) }
  }
  const [a, b, level] = [read(gain), read(offset), read(staff)]
  const gainWrong = a.wrong ?? (a.value === 0 ? t('sensors.gainZero') : undefined)
  const raw = isThere(sensor.quality.raw_data) ? sensor.raw_data : null
  const u = unit ?? ''
  // One decimal more than readings are shown with: this is where a centimetre is decided.
  const words = (v: number) => withUnit(v, u, language, decimalsOf(u) + 1)
  const fitting =
    raw !== null && a.value !== null && level.value !== null ? level.value - a.value * raw : null

  function submit(): boolean {
    setTried(true)
    const when = effective.check()
    if (!when || gainWrong || a.value === null || b.value === null) return false
    calibrate.mutate(
      {
        sensor_id: sensor.sensor_id,
        version: now.version,
        gain: a.value,
        offset: b.value,
        from: when.whole ? null : when.from,
        reason: when.reason,
      },
      {
        onSuccess: () => {
          notice('done', t('sensors.calibrated', { name: sensor.name }))
          onClose()
        },
      },
    )
    return true
  }

  return (
    <ActPanel
      title={t('sensors.calibrateTitle', { name: sensor.name })}
      act={t('act.save')}
      busy={calibrate.isPending}
      error={calibrate.error}
      fields={['gain', 'offset', 'from']}
      dirty={gain !== plain(now.gain) || offset !== plain(now.offset)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={itemsCss.text}>{t('sensors.calibrateAbout')}</p>
      {now.on === 'position' && (
        <p className={itemsCss.text}>
          {t('sensors.calibrateOnPosition', { name: sensor.target?.name ?? '' })}
        </p>
      )}
      <div className={itemsCss.row}>
        <TextInput
          label={t('sensors.gain')}
          value={gain}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          onChange={(e) => setGain(e.currentTarget.value)}
          error={(tried || gain !== '' ? gainWrong : undefined) ?? refusalOf(calibrate.error, 'gain')}
        />
        <TextInput
          label={t(sensor.sensor_type === LEVEL ? 'sensors.offsetLevel' : 'sensors.offset')}
          value={offset}
          inputMode="decimal"
          autoComplete="off"
          onChange={(e) => setOffset(e.currentTarget.value)}
          error={(tried || offset !== '' ? b.wrong : undefined) ?? refusalOf(calibrate.error, 'offset')}
        />
      </div>
      <p className={css.trial} aria-live="polite">
        {raw === null
          ? t('sensors.noReading')
          : t('sensors.now', {
              raw: words(raw),
              value: a.value === null || b.value === null ? '-' : words(a.value * raw + b.value),
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
            error={staff === '' ? undefined : level.wrong}
          />
          {fitting !== null && (
            <Button variant="default" size="compact-sm" onClick={() => setOffset(plain(fitting))}>
              {t('sensors.takeOffset', { offset: plain(fitting) })}
            </Button>
          )}
        </div>
      )}
      <EffectiveFields
        effective={effective}
        span={{ from: now.from, to: null }}
        error={refusalOf(calibrate.error, 'from')}
      />
      {described && (
        <ItemEffect
          noun={now.on}
          item={described}
          body={
            a.value === null || b.value === null || gainWrong
              ? null
              : { ...described.body, gain: a.value, offset: b.value }
          }
          when={effective.peek()}
        />
      )}
    </ActPanel>
  )
}
