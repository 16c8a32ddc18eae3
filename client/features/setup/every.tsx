import { useText } from '../../lib/text/index.ts'
import { NumberChoice, useField } from '../../parts/described-items/index.ts'
import { intervalWords } from './words.ts'

const STEPS = [60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400]

interface Props {
  path: string
  label?: string
  hint?: string
}

/** Choice of the interval between readings. */
export function Every({ path, label, hint }: Props) {
  const { t } = useText()
  const field = useField(path)
  const now = field.form.number(field.path)
  const all = now === null || STEPS.includes(now) ? STEPS : [...STEPS, now].sort((a, b) => a - b)
  return (
    <NumberChoice
      path={path}
      label={label ?? field.label}
      description={hint}
      data={all.map((s) => ({ id: s, name: intervalWords(s, t) }))}
    />
  )
}
