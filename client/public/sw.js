// Opens the pages while the server is unreachable, from cached copies of the page and the files it used.
// Stores nothing of an account; responses of /api never pass through. Located at the top level, because its
// location determines its scope.
const PAGE = 'forebay-page'
const FILES = 'forebay-files'
/** Time without a response after which the server counts as lost, ms. */
const PATIENCE = 5000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The first page was loaded before there was a worker, so it reports what it loaded. */
self.addEventListener('message', (event) => {
  const urls = event.data?.kind === 'used' && Array.isArray(event.data.urls) ? event.data.urls : []
  const mine = urls.map((url) => new URL(url, self.location.origin)).filter(isFile)
  event.waitUntil(Promise.all([keepPages(), ...mine.map((url) => keepFile(url.href))]))
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
 * First path segments of the program's own pages; client/app/worker.test.ts compares them with the routes. Anything
 * else served beside them (/api/docs, /manual, another program behind the same proxy) is not ours.
 */
const PAGES =
  /^\/((account|accounts|audit|calculation|chart|dashboard|forecast|log|map|overview|quality|report|roles|sensor|settings|setup|sources|station|statistical|versions|wall|warnings)(\/|$)|tools\/$|$)/
const isPage = (url) => PAGES.test(url.pathname)
/** The HTML entries; every page is one of them. */
const ENTRIES = ['/', '/tools/']
const entryOf = (url) => (url.pathname === '/tools/' ? '/tools/' : '/')
const isFile = (url) =>
  url.origin === self.location.origin &&
  /^\/(assets\/.+|scheme\.js|mark\.svg|icon-[\w-]+\.png|app\.webmanifest)$/.test(url.pathname)

/** The page from the server, else the cached one. */
async function page(request) {
  const entry = entryOf(new URL(request.url))
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) })
    // A full disk stores nothing, and must not delay the response.
    await putPage(entry, answer.clone()).catch(() => {})
    return answer
  } catch (error) {
    const kept = await caches.match(entry, { cacheName: PAGE })
    if (kept) return kept
    throw error
  }
}

async function keepPages() {
  for (const entry of ENTRIES) {
    const answer = await fetch(entry, { cache: 'no-cache' }).catch(() => null)
    if (answer) await putPage(entry, answer)
  }
}

/** Caches an entry of the program, but not a proxy's error or the sign-in page of a proxy or hotspot. */
async function putPage(entry, answer) {
  if (!isOurs(answer, 'text/html')) return
  const copy = answer.clone()
  const now = await answer.text()
  if (!now.includes('<div id="root"></div>') || !now.includes('href="/app.webmanifest"')) return
  const cache = await caches.open(PAGE)
  const before = await cache.match(entry).then((kept) => kept?.text() ?? '')
  if (before === now) return
  // Another build: the previous one's files and other entries are not needed any more.
  if (before !== '') await Promise.all([caches.delete(FILES), ...ENTRIES.map((e) => cache.delete(e))])
  await cache.put(entry, copy)
}

/** Whether the response is the requested file of this type, not an error or a redirect. */
const isOurs = (answer, kind) =>
  answer.status === 200 &&
  !answer.redirected &&
  answer.type === 'basic' &&
  (answer.headers.get('content-type') ?? '').startsWith('text/html') === (kind === 'text/html')

/** Files with a hash in their name never change; others are requested first. */
async function file(request) {
  // A retry adds a query to the address: it is the same file.
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
