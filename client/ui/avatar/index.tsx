import css from './avatar.module.css'
import { initialsOf } from './initials.ts'

/** A person's picture, or their initials. Decorative: the name is beside it. */
export function Avatar({ name, src, size }: { name: string; src: string | null; size: number }) {
  return (
    <span
      className={css.avatar}
      style={{ width: size, height: size, fontSize: Math.max(12, size * 0.38) }}
      aria-hidden
    >
      {src ? <img src={src} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  )
}
