import { hash, verify } from '@node-rs/argon2'
import { randomSecret } from '#server/lib/secrets.ts'

/** argon2id with 19 MiB, two passes and one lane: the first of OWASP's equal recommendations. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const WRITTEN = '$argon2id$v=19$m=19456,t=2,p=1$'

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID)
}

/** Whether a stored hash has other parameters; it is then replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(WRITTEN)
}

let decoy: Promise<string> | null = null

/** Makes the hash that passwords of unknown accounts are compared with, before the first sign-in. */
export function prepareDecoy(): Promise<string> {
  return (decoy ??= hashPassword(randomSecret()))
}

/** Compares a password; for an account that does not exist (null) it takes as long and is never right. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await prepareDecoy()), password)
  return stored !== null && right
}
