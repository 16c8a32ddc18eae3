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

const isPage = (url) => !/^\/(api|manual|forebay-ca)\b/.test(url.pathname)
const isFile = (url) =>
  url.origin === self.location.origin &&
  /^\/(assets\/.+|scheme\.js|mark\.svg|icon-[\w-]+\.png|app\.webmanifest)$/.test(url.pathname)

/** The page by the server, else the one that was seen last. */
async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) })
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html'))
      await putPage(answer.clone())
    return answer
  } catch (error) {
    const kept = await caches.match('/', { cacheName: PAGE })
    if (kept) return kept
    throw error
  }
}

async function keepPage() {
  const answer = await fetch('/', { cache: 'no-cache' }).catch(() => null)
  if (answer?.ok) await putPage(answer)
}

async function putPage(answer) {
  const cache = await caches.open(PAGE)
  const [before, now] = await Promise.all([
    cache.match('/').then((kept) => kept?.text() ?? ''),
    answer.clone().text(),
  ])
  // Another build: the files of the one before serve nobody any more.
  if (before !== '' && before !== now) await caches.delete(FILES)
  await cache.put('/', answer)
}

/** Files with a hash in their name never change; the others are asked for first. */
async function file(request) {
  const kept = await caches.match(request.url, { cacheName: FILES })
  if (kept && new URL(request.url).pathname.startsWith('/assets/')) return kept
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(FILES)).put(request.url, answer.clone())
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

async function keepFile(url) {
  const cache = await caches.open(FILES)
  if (await cache.match(url)) return
  const answer = await fetch(url).catch(() => null)
  if (answer?.ok) await cache.put(url, answer)
}
