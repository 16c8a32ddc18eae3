import { duration } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'

/** The window (s) that an inflow is the mean of, in words; null: by its name alone. */
export function useWindowWords(): (seconds: number | null) => string {
  const { t, language } = useText()
  return (seconds) => (seconds === null ? t('overview.windows') : duration(seconds * 1000, language))
}
