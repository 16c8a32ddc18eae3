/** The product's logo: water against a dam. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M19 6h4l4 20h-8z" fill="var(--surface)" />
      <g fill="none" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round">
        <path d="M5 12c2.300 0 2.300 1.600 4.600 1.600S12 12 14.300 12c1 0 1.400.7 2 1.100" />
        <path d="M5 18c2.300 0 2.300 1.600 4.600 1.600S12 18 14.300 18c1 0 1.400.7 2 1.100" opacity=".75" />
        <path d="M5 24c2.300 0 2.300 1.600 4.600 1.600S12 24 14.300 24c1 0 1.400.7 2 1.100" opacity=".5" />
      </g>
    </svg>
  )
}
