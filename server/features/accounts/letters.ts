import { text, type Language } from '#contract/messages.ts'

/** The e-mail with the link that sets a new password. */
export function resetLetter(
  language: Language,
  values: { site: string; name: string; username: string; link: string; minutes: number },
): { subject: string; text: string } {
  return {
    subject: text('reset_letter_subject', language, values),
    text: text('reset_letter', language, values),
  }
}
