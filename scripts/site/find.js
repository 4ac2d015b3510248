/** Shows the scenarios that have the words one types. */
const find = document.getElementById('find')
find?.addEventListener('input', () => {
  const wanted = find.value.toLowerCase().split(/\s+/)
  let shown = 0
  for (const section of document.querySelectorAll('.library')) {
    let here = 0
    for (const line of section.querySelectorAll('li')) {
      const text = line.textContent.toLowerCase()
      line.hidden = !wanted.every((word) => text.includes(word))
      if (!line.hidden) here += 1
    }
    section.hidden = here === 0
    shown += here
  }
  document.getElementById('none').hidden = shown > 0
})
