import './lib/jitless.ts'
import './app/mantine.ts'
import '@fontsource-variable/inter/wght.css'
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { chosenLanguage } from './lib/start/choices.ts'
import { watchSeen } from './lib/start/last-seen.ts'
import { start, watchSession } from './lib/start/signed-in.ts'
import { keepPages } from './app/worker.ts'
import { screen } from './lib/client.ts'
import { beginIn } from './lib/text/load.ts'

if (screen)
  void import('./lib/start/wall-screen.ts').then((wall) => {
    wall.watchScreen()
    return wall.startScreen()
  })
else {
  watchSession()
  void start()
}
watchSeen()
keepPages()
void beginIn(chosenLanguage()).then(() => createRoot(document.getElementById('root')!).render(<App />))
