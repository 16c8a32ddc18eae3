import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataDir } from './data-dir.ts'

/** Keys of the installation, all derived from one secret. */
export interface Secrets {
  /** 32 bytes for one purpose. */
  key(purpose: string): Buffer
  /** Keyed digest, base64url. */
  mac(purpose: string, text: string): string
  seal(text: string): string
  open(sealed: string): string
}

/** The file with the key of an installation without SECRET_KEY. */
export const secretKeyFile = (dataDir: string) => join(dataDir, 'secret.key')

/** SECRET_KEY where set, else DATA_DIR/secret.key, created on first start (0600). */
export function loadSecrets(configured: string | null, dataDir: string): Secrets {
  return makeSecrets(configured ?? readOrMake(secretKeyFile(dataDir), dataDir))
}

function readOrMake(file: string, dir: string): string {
  prepareDataDir(dir)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'ENOENT') throw e
  }
  const made = randomBytes(32).toString('base64url')
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
  return made
}

export function makeSecrets(secret: string): Secrets {
  const keys = new Map<string, Buffer>()
  const key = (purpose: string) => {
    let k = keys.get(purpose)
    if (!k) keys.set(purpose, (k = Buffer.from(hkdfSync('sha256', secret, 'forebay', purpose, 32))))
    return k
  }
  return {
    key,
    mac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest('base64url'),
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key('seal'), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key('seal'), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** Hashes secrets that only need to be compared. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** A random secret for people or machines. */
export function randomSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}
