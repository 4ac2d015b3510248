/**
 * True if a text fits a pattern in which a star stands for anything. What is between two stars is looked for once, where
 * it comes first: if the rest does not fit after that, it does not fit after a later place either. So however many stars
 * there are, nothing is tried twice.
 */
export function starFits(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
