import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { acceptedAnew } from './checks/accepted-anew.ts'
import { acceptedRises } from './checks/accepted-rises.ts'
import { armedAgain } from './checks/armed-again.ts'
import { chosenEvents } from './checks/chosen-events.ts'
import { lostByFilter } from './checks/lost-by-filter.ts'
import { acceptedToday, attempts } from './checks/mail-progress.ts'
import { pages, pagesMeanwhile } from './checks/pages.ts'
import { patternElsewhere } from './checks/pattern-elsewhere.ts'
import { pausedForNothing } from './checks/paused-for-nothing.ts'
import { quotaKept } from './checks/quota-kept.ts'
import { rawHeaders } from './checks/raw-headers.ts'
import { contentOfAnother, rawMessage } from './checks/raw-message.ts'
import { recordedAttempts } from './checks/recorded-attempts.ts'
import { routedMail } from './checks/routed-mail.ts'
import { isFreeToSend, shownPosture } from './checks/shown-posture.ts'
import { shownSenders } from './checks/shown-senders.ts'
import { toldMessage } from './checks/told-message.ts'
import { toldMismatch } from './checks/told-mismatch.ts'
import { toldWhileDisabled } from './checks/told-while-disabled.ts'
import { uncountedMail } from './checks/uncounted-mail.ts'
import { undelivered } from './checks/undelivered.ts'
import { verification } from './checks/verification.ts'
import { EMAIL_CLEAN_UP } from './clean-up.ts'
import { EMAIL_COMPARATORS } from './comparators.ts'
import { armedDomains, routableDomains } from './domains/armed.ts'
import { EMAIL_EVENTS } from './events.ts'
import { disabledByFailures } from './failing-endpoints.ts'
import { seesFiltered } from './filtered-lists.ts'
import { EMAIL_FIXTURES } from './fixtures.ts'
import { freedNames, mayStillBeClaimed } from './freed-names.ts'
import { furtherAttempts } from './further-attempts.ts'
import { movedByRedirect } from './moved-by-redirect.ts'
import { EMAIL_MUST_WORK } from './must-work.ts'
import { domainNotReady, sendingDomains } from './not-ready.ts'
import { DELIVERY_SCRIPTS } from './scripts/deliveries.ts'
import { DOMAIN_SCRIPTS } from './scripts/domains.ts'
import { MESSAGE_LOG_SCRIPTS } from './scripts/message-log.ts'
import { ROUTE_SCRIPTS } from './scripts/routes.ts'
import { SENDING_SCRIPTS } from './scripts/sending.ts'
import { WEBHOOK_SCRIPTS } from './scripts/webhooks.ts'
import { EMAIL_START_UP } from './start-up.ts'
import { EMAIL_SWITCHES } from './switches.ts'
import { toldLater, toldNoMore } from './told-later.ts'
import { EMAIL_TWISTS } from './twists.ts'
import { EMAIL_VALUES } from './values.ts'

export const email: AreaJudge = {
  operations: {
    createRoute: {
      lacks: (drawing) =>
        routableDomains(drawing).length > 0
          ? undefined
          : armedDomains(drawing).length > 0
            ? 'ReceivingDomain'
            : 'ArmedDomain',
    },
    // Endpoints, Email, row 26.
    listDeliveries: { recentOnly: true },
  },
  values: EMAIL_VALUES,
  fixtures: EMAIL_FIXTURES,
  twists: EMAIL_TWISTS,
  scripts: [
    ...DOMAIN_SCRIPTS,
    ...ROUTE_SCRIPTS,
    ...MESSAGE_LOG_SCRIPTS,
    ...SENDING_SCRIPTS,
    ...DELIVERY_SCRIPTS,
    ...WEBHOOK_SCRIPTS,
  ],
  events: EMAIL_EVENTS,
  switches: EMAIL_SWITCHES,
  quotas: ['daily-email'],
  scopedBy: ['EmailDomain'],
  startUp: EMAIL_START_UP,
  singletons: [],
  cleanUp: EMAIL_CLEAN_UP,
  comparators: EMAIL_COMPARATORS,
  checks: [
    pages,
    pagesMeanwhile,
    rawMessage,
    contentOfAnother,
    rawHeaders,
    attempts,
    quotaKept,
    pausedForNothing,
    acceptedToday,
    acceptedAnew,
    acceptedRises,
    chosenEvents,
    lostByFilter,
    shownSenders,
    toldMessage,
    toldMismatch,
    toldWhileDisabled,
    routedMail,
    patternElsewhere,
    uncountedMail,
    undelivered,
    verification,
    armedAgain,
    recordedAttempts,
    shownPosture,
    freedNames,
    sendingDomains,
  ],
  excuses: [
    domainNotReady,
    mayStillBeClaimed,
    disabledByFailures,
    movedByRedirect,
    furtherAttempts,
    toldLater,
    toldNoMore,
  ],
  mustWork: EMAIL_MUST_WORK,
  isFree: (answered) => {
    const { operation, shadow, org, request } = answered
    return (operation.id === 'sendMessage' && isFreeToSend(shadow, org, request.body)) || seesFiltered(answered)
  },
}
