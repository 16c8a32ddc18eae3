import './mantine.ts'
import '@fontsource-variable/inter/wght.css'
import './theme.css'
import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { screen } from '../lib/client.ts'
import { chosenLanguage } from '../lib/start/choices.ts'
import { watchSeen } from '../lib/start/last-seen.ts'
import { start, watchSession } from '../lib/start/signed-in.ts'
import { beginIn } from '../lib/text/load.ts'
import { App } from './app.tsx'
import { keepPages } from './worker.ts'

/** Starts the program in this document, whichever entry it is. */
export function begin(Router: ComponentProps<typeof App>['Router']): void {
  if (screen)
    void import('../lib/start/wall-screen.ts').then((wall) => {
      wall.watchScreen()
      return wall.startScreen()
    })
  else {
    watchSession()
    void start()
  }
  watchSeen()
  keepPages()
  const root = document.getElementById('root')!
  void beginIn(chosenLanguage()).then(() => createRoot(root).render(<App Router={Router} />))
}
