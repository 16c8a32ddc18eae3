import type { wallMessages as vi } from '../vi/wall.ts'

export const wallMessages: Record<keyof typeof vi, string> = {
  wall_key_unknown:
    'This code is wrong, was used already, or has run out. Make another screen on the page Tokens',
  wall_revoked: 'The screen “{name}” was revoked',
  wall_read_only: 'A wall screen may only view operating data',
}
