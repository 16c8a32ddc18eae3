import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { parseDecimal } from '../../lib/decimal.ts'
import { DECIMALS, number, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import textCss from '../../ui/text.module.css'
import css from './hydropower.module.css'
import { readLevel, readStorage, type StorageCurve } from './storage-curve.ts'

/** Decimals with which a storage table is used. */
const VOLUME = 3

/** Converts level to capacity and back: typing in one field fills the other, and shows the lake's area. */
export function LookUp({ curve }: { curve: StorageCurve }) {
  const { t, messageText, language } = useText()
  const [typed, setTyped] = useState<{ in: 'level' | 'volume'; text: string }>({ in: 'level', text: '' })
  const last = curve.z.length - 1
  const million = unit('storage', language)
  const value = typed.text.trim() === '' ? null : parseDecimal(typed.text)
  const entered = typeof value === 'number' ? value : null
  const level = entered === null ? null : typed.in === 'level' ? entered : readLevel(curve, entered)
  const found = level === null ? null : readStorage(curve, level)

  const error = (of: 'level' | 'volume') => {
    if (typed.in !== of || value === null) return undefined
    if (typeof value === 'string') return messageText(value, { text: typed.text })
    if (found) return undefined
    const [from, decimals, name] =
      of === 'level' ? [curve.z, DECIMALS.level, 'm'] : [curve.volume, VOLUME, million]
    return t('lookUp.outside', {
      low: number(from[0], decimals),
      high: number(from[last], decimals),
      unit: name,
    })
  }
  const text = (of: 'level' | 'volume') => {
    if (typed.in === of) return typed.text
    if (!found) return ''
    // Without grouping, so that it can be edited.
    return of === 'level' ? level!.toFixed(DECIMALS.level) : found.volume.toFixed(VOLUME)
  }
  const field = (of: 'level' | 'volume', name: string) => (
    <TextInput
      label={t(`lookUp.${of}`)}
      inputMode="decimal"
      autoComplete="off"
      value={text(of)}
      onChange={(e) => setTyped({ in: of, text: e.currentTarget.value })}
      rightSection={<span className={textCss.note}>{name}</span>}
      rightSectionPointerEvents="none"
      rightSectionWidth={name.length * 7 + 16}
      error={error(of)}
    />
  )
  return (
    <section className={css.lookUp} aria-label={t('lookUp.title')}>
      {field('level', 'm')}
      {field('volume', million)}
      <output aria-live="polite">
        {found && (
          <>
            {t('lookUp.area')}: <b>{number(found.area, VOLUME)}</b> km²
          </>
        )}
      </output>
    </section>
  )
}
