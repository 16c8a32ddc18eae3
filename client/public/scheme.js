// Sets the colour scheme before the first paint: a white flash in a dark control room blinds for minutes.
// A separate file, because the content policy forbids inline scripts.
try {
  var kept = JSON.parse(localStorage.getItem('forebay.theme') || 'null')
  var dark = kept && kept.value === 'dark'
  // The wall keeps its own theme, whatever an account chose.
  if (location.pathname === '/wall') dark = (localStorage.getItem('forebay-wall-dark') || '0') === '1'
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
