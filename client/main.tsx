import './lib/jitless.ts'
import './app/mantine.ts'
import '@fontsource-variable/inter/wght.css'
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { start, watchSession } from './app/start.ts'

watchSession()
void start()
createRoot(document.getElementById('root')!).render(<App />)
