import dashboard from './parts/dashboard-en.ts'
import more from './parts/more-en.ts'
import shell from './parts/shell-en.ts'
import type { Text } from '../vi/index.ts'

export const en: Text = { ...shell, ...dashboard, ...more }
