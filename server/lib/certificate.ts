import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { DAY } from '#core/time/units.ts'
import { makeFolder } from './data-dir.ts'

export interface Tls {
  cert: Buffer | string
  key: Buffer | string
  /** The authority to be trusted once on each machine, for download; null where the certificate is the user's. */
  authority: string | null
}

const YEAR = 365 * DAY
/** A certificate is renewed when less than this is left, ms. */
const SPARE = 30 * DAY

/** The certificate for https by the settings, or null for http. */
export async function loadTls(
  config: {
    tlsCert: string | null
    tlsKey: string | null
    tls: 'self' | null
    dataDir: string
    host: string
    publicUrl: string | null
  },
  now: number,
): Promise<Tls | null> {
  if (config.tlsCert && config.tlsKey)
    return { cert: readFileSync(config.tlsCert), key: readFileSync(config.tlsKey), authority: null }
  return config.tls === 'self' ? own(join(config.dataDir, 'tls'), config, now) : null
}

/** An authority of this installation, created once, and a certificate by it for every name of this machine. */
async function own(
  dir: string,
  config: { host: string; publicUrl: string | null },
  now: number,
): Promise<Tls> {
  makeFolder(dir)
  const authority = await kept(join(dir, 'authority'), now, [], () =>
    generate([{ name: 'commonName', value: `Forebay ${hostname()}` }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(now - DAY),
      notAfterDate: new Date(now + 10 * YEAR),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    }),
  )
  const names = namesOf(config)
  const leaf = await kept(join(dir, 'server'), now, names, () =>
    generate([{ name: 'commonName', value: names[0] }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: { key: authority.key, cert: authority.cert },
      notBeforeDate: new Date(now - DAY),
      // Browsers accept no longer ones.
      notAfterDate: new Date(now + YEAR),
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: names.map((n) => (/^[\d.]+$|:/.test(n) ? { type: 7, ip: n } : { type: 2, value: n })),
        },
      ],
    }),
  )
  return { cert: leaf.cert, key: leaf.key, authority: authority.cert }
}

/** The key and certificate in a file, or new ones when they are missing, about to expire, or lack a name. */
async function kept(
  file: string,
  now: number,
  names: string[],
  make: () => Promise<{ private: string; cert: string }>,
): Promise<{ cert: string; key: string }> {
  if (existsSync(`${file}.crt`) && existsSync(`${file}.key`)) {
    const cert = readFileSync(`${file}.crt`, 'utf8')
    const x509 = new X509Certificate(cert)
    const serves = names.every((n) => x509.checkHost(n) !== undefined || x509.checkIP(n) !== undefined)
    if (x509.validToDate.getTime() - now > SPARE && serves)
      return { cert, key: readFileSync(`${file}.key`, 'utf8') }
  }
  const made = await make()
  writeFileSync(`${file}.key`, made.private, { mode: 0o600 })
  writeFileSync(`${file}.crt`, made.cert)
  return { cert: made.cert, key: made.private }
}

function namesOf({ host, publicUrl }: { host: string; publicUrl: string | null }): string[] {
  const names = new Set<string>()
  if (publicUrl) names.add(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))
  if (host !== '0.0.0.0' && host !== '::') names.add(host)
  names.add('localhost').add(hostname()).add('127.0.0.1').add('::1')
  if (host === '0.0.0.0' || host === '::')
    for (const list of Object.values(networkInterfaces()))
      for (const a of list ?? []) if (!a.internal && a.family === 'IPv4') names.add(a.address)
  return [...names]
}
