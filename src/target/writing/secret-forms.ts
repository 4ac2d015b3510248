/** The forms of a secret in a text: as it is, escaped as in JSON or in a URL, and in base64. */
export function secretForms(value: string): string[] {
  const whole = value.toWellFormed()
  const json = JSON.stringify(whole).slice(1, -1)
  return [whole, json, ...otherEscapes(json), encodeURIComponent(whole.toWellFormed()), ...base64Forms(whole)]
}

/** Some writers of JSON escape slashes, what HTML knows, or all that is not ASCII. */
function otherEscapes(json: string): string[] {
  const code = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return [json.replaceAll('/', '\\/'), json.replaceAll(/[<>&']|[^ -~]/g, code)]
}

/** In base64 a text looks different at each of three places; what depends on its neighbours is left out. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = [...new Uint8Array(before), ...new TextEncoder().encode(value)]
    const text = btoa(bytes.map((byte) => String.fromCharCode(byte)).join('')).replace(/=+$/, '')
    const own = text.slice(before === 0 ? 0 : before + 1, bytes.length % 3 === 0 ? undefined : -1)
    return own.length < SHORTEST ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Shorter pieces would hit ordinary words. */
const SHORTEST = 6
