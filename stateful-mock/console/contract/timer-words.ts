import { sentenceCase } from './resources.ts'

/** Descriptions of timers whose name says too little. */
const WORDS: Readonly<Record<string, string>> = {
  'content-window': 'Message content expires',
  'log-window': 'Message leaves the log',
  'message-send': 'Message is sent',
  'delivery-answer': 'Webhook is answered',
  'delivery-attempt': 'Webhook is sent',
  'delivery-timeout': 'Webhook times out',
  'verification-pass': 'Domain is checked',
  'probe-due': 'Probe',
  'key-expiry': 'Key expires',
  'login-expiry': 'Login expires',
  'auto-resolve': 'Incident resolves by itself',
}

/** The description of a timer. */
export function timerWords(timer: string): string {
  const name = timer.replace(/^\w+\./, '')
  return WORDS[name] ?? sentenceCase(name)
}
