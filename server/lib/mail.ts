import { SECOND } from '#core/time/units.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#server/lib/config.ts'

interface Letter {
  to: string | readonly string[]
  subject: string
  text: string
  attachments?: readonly { name: string; type: string; content: Buffer }[]
  /** Identifies it to mail systems: one that arrives twice is one. */
  id?: string
}

/** Sends e-mail by the SMTP server of the settings. */
export interface Mail {
  /**
   * Resolves when the server has accepted the letter, with the addresses that it refused.
   * @throws LetterUncertain, LetterRefused
   */
  send(letter: Letter): Promise<{ rejected: string[] }>
  close(): void
}

/** The server did not take the letter: it may be sent again. */
export class LetterRefused extends Error {}
/** The connection ended after the whole letter was handed over, before the server said whether it took it. */
export class LetterUncertain extends Error {}

/** null where no SMTP server is set. The address may contain user and password; smtps:// uses TLS from the start. */
export function createMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  /** ms without a sign of the server; a test may shorten them. */
  patience: { connect?: number; silent?: number } = {},
): Mail | null {
  if (config.smtpUrl === null || config.mailFrom === null) return null
  const { connect = 20 * SECOND, silent = 60 * SECOND } = patience
  const transport = createTransport(
    {
      url: config.smtpUrl,
      // A server that does not answer must not block a letter for the library's ten minutes.
      connectionTimeout: connect,
      greetingTimeout: connect,
      socketTimeout: silent,
    },
    {
      from: config.mailFrom,
      // Letters are our own text: they never read files or fetch addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  )
  /** Letters whose last byte has been read by the connection. */
  const handedOver = new WeakSet<object>()
  transport.use('stream', (mail, done) => {
    const { message, data } = mail
    const read = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const key = (data as SendMailOptions & { key: object }).key
      return read(options).once('end', () => handedOver.add(key))
    }
    done()
  })
  return {
    async send({ to, attachments = [], id, ...letter }) {
      const key = {}
      const options = {
        ...letter,
        to: [...[to].flat()],
        from: config.mailFrom!,
        messageId: id,
        attachments: attachments.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content,
        })),
        key,
      }
      try {
        const { rejected } = await transport.sendMail(options)
        return { rejected }
      } catch (cause) {
        const error = cause as Error & { responseCode?: number }
        const uncertain = error.responseCode === undefined && handedOver.has(key)
        throw new (uncertain ? LetterUncertain : LetterRefused)(error.message, { cause })
      }
    },
    close: () => transport.close(),
  }
}
