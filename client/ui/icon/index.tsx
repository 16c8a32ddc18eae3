import { PATHS, type IconName } from './paths.ts'

export type { IconName } from './paths.ts'

interface Props {
  name: IconName
  size?: number
  /** Accessible name. Without one the icon is decoration beside its word. */
  label?: string
  className?: string
}

export function Icon({ name, size = 18, label, className }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 16 ? 2.2 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={{ flex: 'none' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
