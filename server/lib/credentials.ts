import type { Settings } from '#core/description/index.ts'
import { type Language } from '#contract/messages.ts'
import { isHidden, shownAddress } from './address.ts'
import type { Sql } from './database.ts'
import { refuseField } from './errors.ts'
import { keepSealed, readFile } from './files.ts'
import type { Services } from './services.ts'

/** What storing addresses needs. */
export type Keeper = Pick<Services, 'db' | 'secrets' | 'clock'>
type S = Keeper

/** Id of the sealed whole address, found by the shown one, so that older versions find it too. */
export const idOf = (s: Pick<Services, 'secrets'>, hydro: string, shown: string) =>
  `ca_${s.secrets.mac('camera', `${hydro} ${shown}`).slice(0, 32)}`

/**
 * Removes name and password of the camera's address from settings before they are stored, audited and returned; the
 * whole address is stored sealed, in the transaction of the change.
 */
export async function withoutCredentials(
  c: Sql,
  s: S,
  hydro: string,
  actor: string,
  body: unknown,
): Promise<unknown> {
  const address = (body as Settings | null)?.cameraPath
  if (!address) return body
  const shown = shownAddress(address)
  if (shown === address) return body
  await keepSealed(c, hydro, actor, s.clock.now(), idOf(s, hydro, shown), s.secrets.seal(address))
  return { ...(body as Settings), cameraPath: shown }
}

/** Refuses an address with a hidden part that is not stored: somebody changed the text around it. */
export async function refuseUnknown(
  s: S,
  hydro: string,
  input: { address: string | null | undefined; held: string | null; path: string },
  language: Language,
): Promise<void> {
  const { address, held, path } = input
  if (!address || address === held || !isHidden(address)) return
  if (shownAddress(address) === address && (await readFile(s, hydro, idOf(s, hydro, address)))) return
  throw refuseField(language, path, 'camera_password_again', {}, { as: 'invalid_body' })
}

/** The address with its credentials; null: they are not stored here. */
export async function wholeAddress(s: S, hydro: string, shown: string): Promise<string | null> {
  if (!isHidden(shown)) return shown
  const kept = await readFile(s, hydro, idOf(s, hydro, shown))
  if (!kept) return null
  try {
    return s.secrets.open(kept.bytes.toString('utf8'))
  } catch {
    // Sealed by the key of another installation.
    return null
  }
}
