import type { Language } from '#contract/messages.ts'

/** The letter with the link that sets a new password. */
export function resetLetter(
  language: Language,
  given: { site: string; name: string; username: string; link: string; minutes: number },
): { subject: string; text: string } {
  const { site, name, username, link, minutes } = given
  if (language === 'en')
    return {
      subject: `${site}: set a new password`,
      text: [
        `Hello ${name},`,
        `a new password was asked for the account ${username}. Open this link within ${minutes} minutes to set it; it works once:`,
        link,
        'If it was not you, do nothing: the password stays as it is. If this happens again, tell your administrator.',
      ].join('\n\n'),
    }
  return {
    subject: `${site}: đặt lại mật khẩu`,
    text: [
      `Chào ${name},`,
      `Có yêu cầu đặt lại mật khẩu cho tài khoản ${username}. Mở liên kết này trong vòng ${minutes} phút để đặt mật khẩu mới; liên kết chỉ dùng được một lần:`,
      link,
      'Nếu không phải bạn yêu cầu, hãy bỏ qua thư này: mật khẩu không thay đổi. Nếu việc này lặp lại, hãy báo quản trị viên.',
    ].join('\n\n'),
  }
}
