import type { Settings } from '#core/description/index.ts'
import { type Language } from '#contract/messages.ts'
import { isHidden, shownAddress } from './address.ts'
import type { Sql } from './database.ts'
import { refuseField } from './errors.ts'
import { keepSealed, readFile } from './files.ts'
import type { Services } from './services.ts'

/** What keeps addresses whole. */
export type Keeper = Pick<Services, 'db' | 'secrets' | 'clock'>
type S = Keeper

/** Where the whole of a shown address is kept: found by what is shown, so that an older version finds it as well. */
export const idOf = (s: Pick<Services, 'secrets'>, hydro: string, shown: string) =>
  `ca_${s.secrets.mac('camera', `${hydro} ${shown}`).slice(0, 32)}`

/**
 * Settings as they are stored, audited and answered: a name and a password in the address of the camera are taken out
 * and kept sealed, in the transaction of the change.
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

/** Refuses an address with something hidden in it that nobody here knows: it was changed around what is hidden. */
export async function refuseUnknown(
  s: S,
  hydro: string,
  given: { address: string | null | undefined; held: string | null; path: string },
  language: Language,
): Promise<void> {
  const { address, held, path } = given
  if (!address || address === held || !isHidden(address)) return
  if (shownAddress(address) === address && (await readFile(s, hydro, idOf(s, hydro, address)))) return
  throw refuseField(language, path, 'camera_password_again', {}, { as: 'invalid_body' })
}

/** The address to be called, with its credentials; null: they are not here. */
export async function wholeAddress(s: S, hydro: string, shown: string): Promise<string | null> {
  if (!isHidden(shown)) return shown
  const kept = await readFile(s, hydro, idOf(s, hydro, shown))
  if (!kept) return null
  try {
    return s.secrets.open(kept.bytes.toString('utf8'))
  } catch {
    // Sealed by another installation's key.
    return null
  }
}
