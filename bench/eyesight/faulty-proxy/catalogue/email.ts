import { emailMail } from './email-mail.ts'
import { emailSending } from './email-sending.ts'
import { emailWebhooks } from './email-webhooks.ts'

export const email = [...emailSending, ...emailWebhooks, ...emailMail]
