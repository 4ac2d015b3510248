const MAKING = 'accept|boot|build|creat|deploy|init|install|pend|provision|queu|start|wait'
const CHANGING = 'busy|chang|config|migrat|modif|progress|reconcil|resiz|restart|roll|scal|updat|upgrad|work'

/** Words in a phase that say that a cluster is still being made. Phases are not stated, so other words tell nothing. */
export const IN_THE_MAKING = new RegExp(MAKING, 'i')

/** Those, and words that say that it is being changed. */
export const UNDER_WAY = new RegExp(`${MAKING}|${CHANGING}`, 'i')
