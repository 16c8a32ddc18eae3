import type { Outlet } from '#contract/dashboard.ts'
import { timeNear } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useText, type Language } from '../../lib/text/index.ts'
import { heldAmong, wireInstant } from './present.ts'
import { useOutlets } from './queries.ts'

/** Note beside figures based on the opening, power or discharge of a silent sensor; null: none. */
export function useHeldWords(zone: string | null | undefined): string | null {
  const { t, language } = useText()
  const outlets = useOutlets().data
  const now = usePresent()
  const held = outlets && zone ? heldAmong(outlets, zone) : null
  if (!held) return null
  const time = timeNear(held.since, now, zone!, language)
  return held.names.length === 1
    ? t('figure.held', { name: held.names[0], time })
    : t('figure.heldMany', { n: held.names.length, time })
}

/** Since when the reading of an outlet is held, formatted; null: it is not. */
export function heldTime(
  o: Pick<Outlet, 'held_since'>,
  zone: string,
  now: number,
  language: Language,
): string | null {
  const since = wireInstant(o.held_since ?? null, zone)
  return since === null ? null : timeNear(since, now, zone, language)
}
