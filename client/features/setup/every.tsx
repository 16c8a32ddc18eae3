import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { NumberChoice } from '../../parts/described-items/index.ts'
import { intervalWords } from './words.ts'

const STEPS = [60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400]

interface Props {
  form: AnyForm
  path: string
  label: string
  hint?: string
}

/** How often readings come. */
export function Every({ form, path, label, hint }: Props) {
  const { t } = useText()
  const now = form.number(path)
  const all = now === null || STEPS.includes(now) ? STEPS : [...STEPS, now].sort((a, b) => a - b)
  return (
    <NumberChoice
      form={form}
      path={path}
      label={label}
      description={hint}
      data={all.map((s) => ({ id: s, name: intervalWords(s, t) }))}
    />
  )
}
