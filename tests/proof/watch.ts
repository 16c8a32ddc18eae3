/** Polls an address from a thread of its own, so that the readers beside it do not slow the watch. */
import { parentPort, workerData } from 'node:worker_threads'

const { url, between } = workerData as { url: string; between: number }
const looks: number[] = []
parentPort!.once('message', () => {
  parentPort!.postMessage(looks)
  process.exit()
})
for (;;) {
  const begun = performance.now()
  const ok = await fetch(url).then(
    (answer) => answer.text().then(() => answer.ok),
    () => false,
  )
  looks.push(ok ? performance.now() - begun : Infinity)
  await new Promise((later) => setTimeout(later, between))
}
