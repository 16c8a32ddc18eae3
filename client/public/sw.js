// What makes the pages open while the server is out of reach: the page itself and the files of it that were used.
// Nothing of an account is kept here; answers of /api never pass through. A file of its own at the top, because its
// place decides what it serves.
const PAGE = 'forebay-page'
const FILES = 'forebay-files'
/** A server that says nothing for so long is taken for lost, ms. */
const PATIENCE = 5000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The first page was loaded before there was a worker: it tells what it took. */
self.addEventListener('message', (event) => {
  const urls = event.data?.kind === 'used' && Array.isArray(event.data.urls) ? event.data.urls : []
  const mine = urls.map((url) => new URL(url, self.location.origin)).filter(isFile)
  event.waitUntil(Promise.all([keepPage(), ...mine.map((url) => keepFile(url.href))]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(page(request))
  } else if (isFile(url)) event.respondWith(file(request))
})

/**
 * Addresses of the program's own pages, the first part of each; client/app/worker.test.ts holds it to their list. What
 * else is served beside them (/api/docs, /manual, another program behind the same proxy) is nothing of ours.
 */
const PAGES =
  /^\/((account|accounts|audit|calculation|chart|dashboard|forecast|log|map|overview|quality|report|roles|sensor|settings|setup|sources|station|versions|wall|warnings)(\/|$)|$)/
const isPage = (url) => PAGES.test(url.pathname)
const isFile = (url) =>
  url.origin === self.location.origin &&
  /^\/(assets\/.+|scheme\.js|mark\.svg|icon-[\w-]+\.png|app\.webmanifest)$/.test(url.pathname)

/** The page by the server, else the one that was seen last. */
async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) })
    // A full disk keeps nothing, and holds nothing back.
    await putPage(answer.clone()).catch(() => {})
    return answer
  } catch (error) {
    const kept = await caches.match('/', { cacheName: PAGE })
    if (kept) return kept
    throw error
  }
}

async function keepPage() {
  const answer = await fetch('/', { cache: 'no-cache' }).catch(() => null)
  if (answer) await putPage(answer)
}

/** Keeps the program's own page. A proxy's error, a sign-in in front of it or a hotspot's greeting is none. */
async function putPage(answer) {
  if (!isOurs(answer, 'text/html')) return
  const copy = answer.clone()
  const now = await answer.text()
  if (!now.includes('<div id="root"></div>') || !now.includes('href="/app.webmanifest"')) return
  const cache = await caches.open(PAGE)
  const before = await cache.match('/').then((kept) => kept?.text() ?? '')
  if (before === now) return
  await cache.put('/', copy)
  // Another build: the files of the one before serve nobody any more.
  if (before !== '') await caches.delete(FILES)
}

/** Whether it is what was asked for, of this kind: not an error, nor what somebody was sent on to. */
const isOurs = (answer, kind) =>
  answer.status === 200 &&
  !answer.redirected &&
  answer.type === 'basic' &&
  (answer.headers.get('content-type') ?? '').startsWith('text/html') === (kind === 'text/html')

/** Files with a hash in their name never change; the others are asked for first. */
async function file(request) {
  // What could not be fetched once is asked for by an address with a question behind it: it is the same file.
  const kept = await caches.match(request.url, { cacheName: FILES, ignoreSearch: true })
  if (kept && new URL(request.url).pathname.startsWith('/assets/')) return kept
  try {
    const answer = await fetch(request)
    if (isOurs(answer, 'file')) await putFile(request.url, answer.clone()).catch(() => {})
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

const putFile = async (url, answer) => (await caches.open(FILES)).put(url, answer)

async function keepFile(url) {
  const cache = await caches.open(FILES)
  if (await cache.match(url)) return
  const answer = await fetch(url).catch(() => null)
  if (answer && isOurs(answer, 'file')) await cache.put(url, answer)
}
