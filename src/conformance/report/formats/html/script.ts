/** The page's only script: it filters failures and opens the one an address names. Without it everything is there. */
export const SCRIPT = `
const cards = [...document.querySelectorAll('details.failure')]
const filters = document.querySelector('.filters')
const value = (id) => document.getElementById(id)?.value ?? ''
function show() {
  const words = value('find').toLowerCase()
  let shown = 0
  for (const card of cards) {
    const fits = card.textContent.toLowerCase().includes(words) &&
      ['severity', 'area'].every((name) => value('by-' + name) === '' || card.dataset[name] === value('by-' + name))
    card.hidden = !fits
    shown += fits ? 1 : 0
  }
  document.getElementById('shown').textContent = shown + ' of ' + cards.length
}
if (filters) {
  filters.hidden = false
  filters.addEventListener('input', show)
  show()
}
function openNamed() {
  const card = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (card?.matches('details')) { card.open = true; card.scrollIntoView() }
}
addEventListener('hashchange', openNamed)
openNamed()
`
