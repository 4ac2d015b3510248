// The service's clock. Everything that takes time is a timer on it, so that it can be frozen and moved.
import { bad, conflict, HttpError, iso, parseDuration, parseInstant } from './util.mjs'

export class Clock {
  #mode = 'real'
  #base = 0
  #since = 0
  #instant = null
  #timers = []
  #sequence = 0
  #wake = null
  #stopped = false

  now() {
    if (this.#instant !== null) return this.#instant
    if (this.#mode === 'real') return Date.now()
    return this.#mode === 'frozen' ? this.#base : this.#base + (Date.now() - this.#since)
  }

  /** Calls `run` at an instant. The returned function cancels it. */
  at(instant, timer, entity, id, run) {
    const entry = { at: instant, seq: ++this.#sequence, timer, entity, id: String(id), run }
    let low = 0
    let high = this.#timers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#timers[middle].at <= instant) low = middle + 1
      else high = middle
    }
    this.#timers.splice(low, 0, entry)
    this.#arm()
    return () => {
      const index = this.#timers.indexOf(entry)
      if (index >= 0) this.#timers.splice(index, 1)
    }
  }
  after(ms, ...rest) {
    return this.at(this.now() + ms, ...rest)
  }

  #arm() {
    clearTimeout(this.#wake)
    if (this.#stopped || this.#mode === 'frozen' || this.#instant !== null || this.#timers.length === 0) return
    const wait = Math.max(0, Math.min(this.#timers[0].at - this.now(), 2 ** 31 - 1))
    this.#wake = setTimeout(() => {
      this.#fire(this.now())
      this.#arm()
    }, wait)
    this.#wake.unref()
  }

  #fire(until) {
    const fired = []
    const before = this.#instant
    try {
      while (this.#timers.length > 0 && this.#timers[0].at <= until) {
        const entry = this.#timers.shift()
        this.#instant = entry.at
        try {
          entry.run()
        } catch (error) {
          console.error(`timer ${entry.timer} of ${entry.entity} ${entry.id} failed:`, error)
        }
        fired.push(this.#show(entry))
      }
    } finally {
      this.#instant = before
    }
    return fired
  }

  #show = ({ at, timer, entity, id }) => ({ at: iso(at), timer, entity, id })

  view() {
    return {
      mode: this.#mode,
      now: iso(this.now()),
      progress: { mode: 'delay' },
      due: this.#timers.slice(0, 100).map(this.#show),
    }
  }

  #move(mode, instant) {
    const fired = instant > this.now() ? this.#fire(instant) : []
    this.#mode = mode
    this.#base = instant
    this.#since = Date.now()
    this.#arm()
    return { clock: this.view(), fired }
  }

  set(body) {
    if (body?.mode === 'real') return this.#move('real', Date.now())
    if (body?.mode !== 'frozen' && body?.mode !== 'set') throw bad('mode must be one of real, frozen, set')
    if (body.now === undefined && body.mode === 'frozen') return this.#move('frozen', this.now())
    const instant = parseInstant(body.now)
    if (Number.isNaN(instant)) throw bad('now must be an ISO 8601 timestamp with a time zone')
    return this.#move(body.mode, instant)
  }

  advance(body) {
    const mode = this.#mode === 'real' ? 'set' : this.#mode
    if (body?.by !== undefined) {
      const ms = parseDuration(body.by)
      if (Number.isNaN(ms)) throw bad('by must be an ISO 8601 duration')
      return this.#move(mode, this.now() + ms)
    }
    if (body?.to !== undefined) {
      const instant = parseInstant(body.to)
      if (Number.isNaN(instant)) throw bad('to must be an ISO 8601 timestamp with a time zone')
      if (instant < this.now()) throw conflict('That instant has passed.')
      return this.#move(mode, instant)
    }
    if (body?.nextDue === true) {
      const next = body.timer === undefined ? this.#timers[0] : this.#timers.find((entry) => entry.timer === body.timer)
      if (!next && body.timer !== undefined) throw conflict(`No timer ${body.timer} is pending.`)
      if (!next) return { clock: this.view(), fired: [] }
      return this.#move(mode, Math.max(next.at, this.now()))
    }
    throw new HttpError(400, 'Give one of by, to and nextDue.')
  }

  stop() {
    this.#stopped = true
    this.#timers = []
    clearTimeout(this.#wake)
  }
}
