import { ActionIcon, TextInput } from '@mantine/core'
import { STALE, grade } from '#core/quality/index.ts'
import { NOTHING, timeNear } from '../../lib/format.ts'
import { serverNow } from '../../lib/clock.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './panel.module.css'
import { textOf, type Own, type Sensed } from './entered.ts'

interface Props {
  name: string
  label: string
  unit: string
  sensed: Sensed & { source?: 'sensor' | 'log' | null }
  own: Own
  onType: (key: string, text: string, sensed: Sensed) => void
  onBack: (key: string) => void
  error?: string
}

/** Field for a sensor's value that a person may overwrite; the line below names its source. */
export function OwnField({ name, label, unit, sensed, own, onType, onBack, error }: Props) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const text = own[name]
  const entered = text !== undefined
  const sent = textOf(sensed)
  const old = sensed.value !== null && grade(sensed.quality) === STALE
  const origin = entered
    ? sent === ''
      ? t('calculation.own')
      : t('calculation.instead', { value: sent, unit })
    : sensed.value === null
      ? t('calculation.noSensor')
      : t(
          sensed.source === 'log' ? 'calculation.log' : old ? 'calculation.oldSensor' : 'calculation.sensor',
          {
            time: sensed.t === null ? NOTHING : timeNear(sensed.t, serverNow(), zone, language),
          },
        )
  return (
    <TextInput
      name={name}
      label={label}
      labelProps={{ title: label }}
      className={css.own}
      data-entered={entered || undefined}
      value={text ?? sent}
      onChange={(e) => onType(name, e.currentTarget.value, sensed)}
      // An emptied field returns to the sensor.
      onBlur={() => text?.trim() === '' && onBack(name)}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <span
          className={css.origin}
          data-entered={entered || undefined}
          data-old={(!entered && old) || undefined}
        >
          <Icon
            name={
              entered
                ? 'edited'
                : sensed.value === null
                  ? 'missing'
                  : old
                    ? 'stale'
                    : sensed.source === 'log'
                      ? 'log'
                      : 'sensor'
            }
            size={14}
          />
          {origin}
        </span>
      }
      rightSectionWidth={28 + unit.length * 8 + (entered ? 24 : 0)}
      rightSection={
        <span className={layoutCss.inlineClose}>
          <span className={textCss.note}>{unit}</span>
          {entered && (
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={t('calculation.back', { name: label })}
              title={t('calculation.back', { name: label })}
              onClick={() => onBack(name)}
            >
              <Icon name="refresh" size={14} />
            </ActionIcon>
          )}
        </span>
      }
    />
  )
}
