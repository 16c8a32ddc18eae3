// Sets the colour scheme before the first paint: a white flash in a dark control room blinds for minutes.
// A file of its own because the content policy allows no inline script.
try {
  var kept = JSON.parse(localStorage.getItem('forebay.theme') || 'null')
  var dark = kept && kept.value === 'dark'
  // A wall is as dark as it was, whatever an account chose.
  if (location.pathname === '/wall') dark = (localStorage.getItem('forebay-wall-dark') || '0') === '1'
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
