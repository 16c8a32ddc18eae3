import { SECOND } from '#core/time/units.ts'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/lib/config.ts'

interface Letter {
  to: string
  subject: string
  text: string
}

/** The way out for e-mail: the SMTP server of the settings. */
export interface Mail {
  /** Settles when the server has taken the letter. */
  send(letter: Letter): Promise<void>
  close(): void
}

/** null where no SMTP server is set. The address may carry user and password; smtps:// is TLS from the start. */
export function createMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mail | null {
  if (config.smtpUrl === null || config.mailFrom === null) return null
  const transport = createTransport(config.smtpUrl, {
    from: config.mailFrom,
    // A letter is text of ours: it never reads files or fetches addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A server that does not answer must not hold a letter for the library's ten minutes.
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
