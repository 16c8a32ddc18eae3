import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Ten shades around the accent of theme.css, so that one set of variables sets all colours. */
const accent = [92, 84, 70, 54, 36, 18, 0].map((white) =>
  white === 0 ? 'var(--accent)' : `color-mix(in srgb, var(--accent) ${100 - white}%, var(--surface))`,
)
const tuple = [
  ...accent,
  'color-mix(in srgb, var(--accent) 88%, var(--text))',
  'color-mix(in srgb, var(--accent) 76%, var(--text))',
  'color-mix(in srgb, var(--accent) 64%, var(--text))',
] as unknown as MantineColorsTuple

/** Mantine's dark greys in the blue-grey of our dark theme, from light to dark. */
const dark = [
  '#e6ebf0',
  '#c3ccd5',
  '#93a1af',
  '#64727f',
  '#3c4956',
  '#2c3742',
  '#1f2730',
  '#171d24',
  '#0f1419',
  '#0a0e12',
] as const satisfies string[] as unknown as MantineColorsTuple

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent: tuple, dark },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Tooltip: {
      defaultProps: {
        openDelay: 250,
        transitionProps: { duration: 100 },
        multiline: true,
        maw: 320,
        withArrow: true,
      },
    },
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'color-mix(in srgb, var(--text) 5%, var(--surface))',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--alarm)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-accent-contrast': 'var(--surface)',
  // Mantine computes darker shades numerically, which fails for a mix of variables: it yields black.
  '--mantine-color-accent-light': 'var(--accent-ground)',
  '--mantine-color-accent-light-hover': 'color-mix(in srgb, var(--accent) 14%, var(--accent-ground))',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-shadow-xs': 'var(--shadow)',
  '--mantine-shadow-sm': 'var(--shadow)',
  '--mantine-shadow-md': 'var(--shadow)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: shared, light: shared, dark: shared })
