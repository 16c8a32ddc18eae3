import { useComputedColorScheme } from '@mantine/core'
import { rampColor } from '../../ui/map/index.ts'
import css from './rain-classes.module.css'

/** Lower bounds of the rain classes, mm; fixed, so that a colour means the same at every hour. */
export const RAIN_STEPS = [0.1, 1, 5, 10, 20, 30, 50, 75, 100, 200]

/** The colours of the rain classes with their lower bounds. */
export function RainClasses({ label }: { label: string }) {
  const theme = useComputedColorScheme('light')
  return (
    <ol className={css.scale} aria-label={label}>
      {RAIN_STEPS.map((step, i) => (
        <li key={step}>
          <span className={css.swatch} style={{ background: rampColor(theme, i, RAIN_STEPS.length) }} />
          {step}
        </li>
      ))}
      <li>mm</li>
    </ol>
  )
}
