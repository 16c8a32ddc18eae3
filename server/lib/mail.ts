import { SECOND } from '#core/time/units.ts'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/lib/config.ts'

interface Letter {
  to: string
  subject: string
  text: string
}

/** Sends e-mail by the SMTP server of the settings. */
export interface Mail {
  /** Resolves when the server has accepted the letter. */
  send(letter: Letter): Promise<void>
  close(): void
}

/** null where no SMTP server is set. The address may contain user and password; smtps:// uses TLS from the start. */
export function createMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mail | null {
  if (config.smtpUrl === null || config.mailFrom === null) return null
  const transport = createTransport(config.smtpUrl, {
    from: config.mailFrom,
    // Letters are our own text: they never read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A server that does not answer must not block a letter for the library's ten minutes.
  Object.assign(transport.options, {
    connectionTimeout: 20 * SECOND,
    greetingTimeout: 20 * SECOND,
    socketTimeout: 60 * SECOND,
  })
  return {
    async send(letter) {
      await transport.sendMail({ ...letter, from: config.mailFrom! })
    },
    close: () => transport.close(),
  }
}
